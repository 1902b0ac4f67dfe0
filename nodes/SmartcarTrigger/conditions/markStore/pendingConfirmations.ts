import type { LostMarkRecovery, MarkRequest } from './lostMarkRecovery';

/** By then most calls have ended that began before a mark was recorded. */
const CONFIRM_AFTER_MS = 400;

/** How often new marks are recorded at most. After that they count as confirmed. */
const MAX_ATTEMPTS = 4;

/** Marks that seemed new when they were recorded. */
interface PendingRecord extends MarkRequest {
	/**
	 * The marker that only this process records, together with the marks. It stays until they are
	 * confirmed.
	 */
	recordMarker: string;
	recordedAt: number;
	attempts: number;
	/** Whether an execution waits for the confirmation. */
	isAwaited: boolean;
	/** Confirms the marks that no other process has recorded. */
	confirm: (newMarks: ReadonlySet<string>) => void;
}

/** A lost record that is made again. */
export interface RepeatedRecord extends MarkRequest {
	record: PendingRecord;
	/**
	 * Those that other processes have recorded if they have judged the vehicle since. They are
	 * recorded, too, to learn whether the store has them. See `judgedMarker`.
	 */
	judgedMarkers: string[];
}

/**
 * Confirms that marks are new, although another process may have recorded them at the same moment.
 *
 * Of two processes that record a mark at the same moment, one loses what it has recorded. So new
 * marks are confirmed once 400 ms have passed without such a loss. If an execution waits, a lost
 * record is repeated instead, which shows whether the store now has the marks from the other
 * process.
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

	/**
	 * @returns a function that waits until it is known which of the marks no other process has
	 * recorded
	 */
	track(
		request: MarkRequest & Pick<PendingRecord, 'recordMarker'>,
	): () => Promise<ReadonlySet<string>> {
		let confirm: PendingRecord['confirm'] = () => undefined;
		const confirmed = new Promise<ReadonlySet<string>>((resolve) => (confirm = resolve));
		const record = { ...request, recordedAt: this.now(), attempts: 1, isAwaited: false, confirm };
		this.pending.push(record);
		return async () => {
			record.isAwaited = true;
			return await confirmed;
		};
	}

	/**
	 * Repeats lost records at the next turn, and confirms the others after 400 ms. Call after each
	 * call of the store.
	 * @param calledAt when the call began
	 * @returns what to remove
	 */
	confirmOrQueueRepeat(calledAt: number): MarkRequest[] {
		return this.pending.splice(0).flatMap((record) => {
			const { marks, recordMarker, recordedAt, attempts, isAwaited } = record;
			const canRepeat = isAwaited && attempts < MAX_ATTEMPTS;
			if (canRepeat && this.recovery.leaveRepeatToCaller([...marks, recordMarker]))
				this.toRepeat.push(record);
			else if (calledAt - recordedAt >= CONFIRM_AFTER_MS) return confirm(record, marks);
			else this.pending.push(record);
			return [];
		});
	}

	/** Removes and returns the lost records that are to be made again. */
	takeRepeats(): RepeatedRecord[] {
		return this.toRepeat.splice(0).map((record) => {
			const { marks, recordMarker, judgedAt } = record;
			const judgedMarkers = this.recovery.judgedMarkersSince(judgedAt);
			return { record, judgedMarkers, marks: [...marks, recordMarker], judgedAt };
		});
	}

	/**
	 * Call once lost records have been made again.
	 * @param missing the marks that the store did not have
	 * @returns what to remove
	 */
	afterRepeating(repeated: RepeatedRecord[], missing: ReadonlySet<string>): MarkRequest[] {
		return repeated.flatMap(({ record, judgedMarkers, judgedAt }) => {
			const missingMarks = record.marks.filter((mark) => missing.has(mark));
			// A third process may have brought back a list with what this one had recorded. Then its
			// marks are no proof of another record.
			const isOwnRecord = !missing.has(record.recordMarker);
			const newMarks = isOwnRecord ? record.marks : missingMarks;
			// Another process has judged a later event, and may have removed the marks.
			if (this.recovery.isJudgedByOther(judgedMarkers, missing))
				return [{ marks: missingMarks, judgedAt }, ...confirm(record, newMarks)];
			if (newMarks.length === 0) return confirm(record, []);
			this.pending.push({
				...record,
				marks: newMarks,
				recordedAt: this.now(),
				attempts: record.attempts + 1,
			});
			return [];
		});
	}

	/**
	 * Call if the store fails: it is better to report a condition twice than never.
	 * @returns what to remove
	 */
	confirmAll(repeated: RepeatedRecord[]): MarkRequest[] {
		const records = [...this.pending.splice(0), ...repeated.map(({ record }) => record)];
		return records.flatMap((record) => confirm(record, record.marks));
	}
}

/** @returns what to remove */
function confirm(record: PendingRecord, newMarks: string[]): MarkRequest[] {
	record.confirm(new Set(newMarks));
	return [{ marks: [record.recordMarker], judgedAt: record.judgedAt }];
}
