import type { MarkRequest, LostMarkRecovery } from './lostMarkRecovery';

/** By then most calls have ended that began before a mark was recorded. */
const CONFIRM_AFTER_MS = 400;

/** How often new marks are recorded before they count as kept. */
const MAX_ATTEMPTS = 4;

interface PendingRecord extends MarkRequest {
	recordedAt: number;
	attempts: number;
	/** Whether an execution waits. */
	isAwaited: boolean;
	resolve: (newMarks: ReadonlySet<string>) => void;
}

/** A record that is made again. Its marks include the judgementMarks. */
export interface RepeatedRecord extends MarkRequest {
	lost: PendingRecord;
	/** See `judgementMark`. */
	judgementMarks: string[];
}

/**
 * New marks that another process may have recorded at the same moment. Then what one of the two has
 * recorded gets lost. If an execution waits, it is recorded again, which shows whether the store has the
 * marks from the other process.
 */
export class PendingConfirmations {
	private pending: PendingRecord[] = [];

	private toRepeat: PendingRecord[] = [];

	constructor(
		private readonly recovery: LostMarkRecovery,
		private readonly now: () => number,
	) {}

	get isEmpty(): boolean {
		return this.pending.length + this.toRepeat.length === 0;
	}

	/** @returns a function that waits until it shows which of the marks no other process has recorded */
	track(request: MarkRequest): () => Promise<ReadonlySet<string>> {
		let resolve: PendingRecord['resolve'] = () => undefined;
		const confirmed = new Promise<ReadonlySet<string>>((settle) => (resolve = settle));
		const record = { ...request, recordedAt: this.now(), attempts: 1, isAwaited: false, resolve };
		this.pending.push(record);
		return async () => {
			record.isAwaited = true;
			return await confirmed;
		};
	}

	/** Call after each call of the store. @param calledAt when the call began */
	confirmOrQueueRepeat(calledAt: number): void {
		for (const record of this.pending.splice(0)) {
			const { marks, recordedAt, attempts, isAwaited } = record;
			const canRepeat = isAwaited && attempts < MAX_ATTEMPTS;
			if (canRepeat && this.recovery.forgetLostRecord(marks)) this.toRepeat.push(record);
			else if (calledAt - recordedAt >= CONFIRM_AFTER_MS) record.resolve(new Set(marks));
			else this.pending.push(record);
		}
	}

	/** The lost records, to be made again. */
	takeRepeats(): RepeatedRecord[] {
		return this.toRepeat.splice(0).map((lost) => {
			const judgementMarks = this.recovery.judgementMarksSince(lost.judgement);
			return {
				lost,
				judgementMarks,
				marks: [...lost.marks, ...judgementMarks],
				judgement: lost.judgement,
			};
		});
	}

	/**
	 * Call once lost records have been made again.
	 * @param missing the marks that the store did not have
	 * @returns what to remove
	 */
	afterRepeating(repeated: RepeatedRecord[], missing: ReadonlySet<string>): MarkRequest[] {
		return repeated.map(({ lost, judgementMarks, judgement }) => {
			const newMarks = lost.marks.filter((mark) => missing.has(mark));
			const addedMarks = judgementMarks.filter((mark) => missing.has(mark));
			// A later event, which may have removed the marks.
			const isJudgedSince = addedMarks.length < judgementMarks.length;
			if (isJudgedSince || newMarks.length === 0) lost.resolve(new Set(newMarks));
			else
				this.pending.push({
					...lost,
					marks: newMarks,
					recordedAt: this.now(),
					attempts: lost.attempts + 1,
				});
			return { marks: isJudgedSince ? [...addedMarks, ...newMarks] : addedMarks, judgement };
		});
	}

	/** Call if the store fails: it is better to report a condition twice than never. */
	confirmAll(repeated: RepeatedRecord[]): void {
		for (const record of [...this.pending.splice(0), ...repeated.map(({ lost }) => lost)])
			record.resolve(new Set(record.marks));
	}
}
