import type { MarkRequest, RecentChanges } from './recentChanges';

/** By then most calls have ended that began before a mark was recorded. */
const CONFIRM_AFTER_MS = 400;

/** How often new marks are recorded before they count as kept. */
const MAX_ATTEMPTS = 4;

interface UnconfirmedRecord extends MarkRequest {
	recordedAt: number;
	attempts: number;
	/** Whether an execution waits. */
	isAwaited: boolean;
	resolve: (newMarks: ReadonlySet<string>) => void;
}

/** A record that is made again. Its marks include the notes. */
export interface RepeatedRecord extends MarkRequest {
	lost: UnconfirmedRecord;
	/** See `noteOf`. */
	notes: string[];
}

/**
 * New marks that another process may have recorded at the same moment. Then what one of the two has
 * recorded gets lost. If an execution waits, it is recorded again, which shows whether the store has the
 * marks from the other process.
 */
export class UnconfirmedRecords {
	private records: UnconfirmedRecord[] = [];

	private lost: UnconfirmedRecord[] = [];

	constructor(
		private readonly recentChanges: RecentChanges,
		private readonly now: () => number,
	) {}

	get isEmpty(): boolean {
		return this.records.length + this.lost.length === 0;
	}

	/** @returns a function that waits until it shows which of the marks no other process has recorded */
	add(request: MarkRequest): () => Promise<ReadonlySet<string>> {
		let resolve: UnconfirmedRecord['resolve'] = () => undefined;
		const confirmed = new Promise<ReadonlySet<string>>((settle) => (resolve = settle));
		const record = { ...request, recordedAt: this.now(), attempts: 1, isAwaited: false, resolve };
		this.records.push(record);
		return async () => {
			record.isAwaited = true;
			return await confirmed;
		};
	}

	/** Call after each call of the store. @param calledAt when the call began */
	check(calledAt: number): void {
		for (const record of this.records.splice(0)) {
			const { marks, recordedAt, attempts, isAwaited } = record;
			const canRepeat = isAwaited && attempts < MAX_ATTEMPTS;
			if (canRepeat && this.recentChanges.takeBack(marks)) this.lost.push(record);
			else if (calledAt - recordedAt >= CONFIRM_AFTER_MS) record.resolve(new Set(marks));
			else this.records.push(record);
		}
	}

	/** The lost records, to be made again. */
	takeLost(): RepeatedRecord[] {
		return this.lost.splice(0).map((lost) => {
			const notes = this.recentChanges.notesSince(lost.judgement);
			return { lost, notes, marks: [...lost.marks, ...notes], judgement: lost.judgement };
		});
	}

	/**
	 * Call once lost records have been made again.
	 * @param missing the marks that the store did not have
	 * @returns what to remove
	 */
	afterRepeating(repeated: RepeatedRecord[], missing: ReadonlySet<string>): MarkRequest[] {
		return repeated.map(({ lost, notes, judgement }) => {
			const newMarks = lost.marks.filter((mark) => missing.has(mark));
			const addedNotes = notes.filter((note) => missing.has(note));
			// A later event, which may have removed the marks.
			const isJudgedSince = addedNotes.length < notes.length;
			if (isJudgedSince || newMarks.length === 0) lost.resolve(new Set(newMarks));
			else
				this.records.push({
					...lost,
					marks: newMarks,
					recordedAt: this.now(),
					attempts: lost.attempts + 1,
				});
			return { marks: isJudgedSince ? [...addedNotes, ...newMarks] : addedNotes, judgement };
		});
	}

	/** Call if the store fails: it is better to report a condition twice than never. */
	giveUp(repeated: RepeatedRecord[]): void {
		for (const record of [...this.records.splice(0), ...repeated.map(({ lost }) => lost)])
			record.resolve(new Set(record.marks));
	}
}
