import type { Judgment } from './judgedMarkers';
import type { LostMarkRecovery } from './lostMarkRecovery';
import type { StoreRequest } from './roundHistory';

/** After this time most calls have ended that began before a mark was recorded. */
const CONFIRM_AFTER_MS = 400;

/** How often a record is made at most. After that its marks count as new, even if it gets lost. */
const MAX_ATTEMPTS = 4;

/** A record of marks that seemed new, but that another process may have recorded, too. */
interface PendingRecord {
	marks: string[];
	/**
	 * The marker that only this process records, together with the marks. It stays until they are
	 * confirmed.
	 */
	recordMarker: string;
	judgment: Judgment;
	recordedAt: number;
	attempts: number;
	/** Whether an execution waits for the confirmation. */
	isAwaited: boolean;
	/** Called with the marks that no other process has recorded. */
	resolve: (newMarks: ReadonlySet<string>) => void;
}

/** A lost record that is made again. */
export interface RepeatedRecord extends StoreRequest {
	record: PendingRecord;
	/**
	 * The store has one of them if another process has judged the vehicle since. They are recorded,
	 * too, to learn that. See `judgedMarker`.
	 */
	judgedMarkers: string[];
}

/**
 * Confirms that marks are new, although another process may have recorded them at the same moment.
 *
 * Of two processes that record a mark at the same moment, one loses what it has recorded. So new
 * marks are confirmed once 400 ms have passed without such a loss. If an execution waits, a lost
 * record is repeated instead, which shows whether the store now has the marks from the other
 * process. If none waits, `LostMarkRecovery` repeats it.
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
	 * Begins to confirm the marks of a record.
	 * @returns a function that waits for the marks that no other process has recorded
	 */
	track(
		request: Pick<PendingRecord, 'marks' | 'recordMarker' | 'judgment'>,
	): () => Promise<ReadonlySet<string>> {
		let resolve: PendingRecord['resolve'] = () => undefined;
		const confirmed = new Promise<ReadonlySet<string>>((resolveWith) => (resolve = resolveWith));
		const record = { ...request, recordedAt: this.now(), attempts: 1, isAwaited: false, resolve };
		this.pending.push(record);
		return async () => {
			record.isAwaited = true;
			return await confirmed;
		};
	}

	/**
	 * Queues the lost records for the next turn, and confirms the others that are at least 400 ms
	 * old. Call after each call of the store.
	 * @param calledAt when the call began
	 * @returns what to remove
	 */
	confirmOrQueueRepeat(calledAt: number): StoreRequest[] {
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
			const { marks, recordMarker, judgment } = record;
			const judgedMarkers = this.recovery.judgedMarkersSince(judgment);
			return { record, judgedMarkers, entries: [...marks, recordMarker], judgment };
		});
	}

	/**
	 * Call once lost records have been made again.
	 * @param missing the entries that the store did not have
	 * @returns what to remove
	 */
	afterRepeating(repeated: RepeatedRecord[], missing: ReadonlySet<string>): StoreRequest[] {
		return repeated.flatMap(({ record, judgedMarkers, judgment }) => {
			const missingMarks = record.marks.filter((mark) => missing.has(mark));
			// If the store has the record marker again, a third process has brought back a list with this
			// record. Then the marks in the store do not come from another process.
			const isBroughtBack = !missing.has(record.recordMarker);
			const newMarks = isBroughtBack ? record.marks : missingMarks;
			// Another process has judged a later event, and may have removed the marks. So they must not
			// stay in the store.
			if (this.recovery.checkJudgedByOther(judgedMarkers, missing))
				return [{ entries: missingMarks, judgment }, ...confirm(record, newMarks)];
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
	 * Call if the store cannot tell what has become of the records: it is better to report a
	 * condition twice than never.
	 * @returns what to remove
	 */
	confirmAll(repeated: RepeatedRecord[]): StoreRequest[] {
		const records = [...this.pending.splice(0), ...repeated.map(({ record }) => record)];
		return records.flatMap((record) => confirm(record, record.marks));
	}
}

/**
 * Ends the wait for a record.
 * @param newMarks those that no other process has recorded
 * @returns what to remove
 */
function confirm({ recordMarker, judgment, resolve }: PendingRecord, newMarks: string[]) {
	resolve(new Set(newMarks));
	return [{ entries: [recordMarker], judgment }];
}
