import { randomUUID } from 'node:crypto';
import {
	callStoreWithRetries,
	OVERWRITE_WINDOW_MS,
	STORE_TIMERS,
	type StoreTimers,
} from '../../storeCall';
import { StoreCallSchedule } from '../../storeCallSchedule';
import { judgmentNow, type Judgment } from './judgedMarkers';
import { LostMarkRecovery } from './lostMarkRecovery';
import { PendingConfirmations, type RepeatedRecord } from './pendingConfirmations';
import type { EntryAction, StoreRequest } from './roundHistory';

/**
 * The row of n8n's deduplication store that belongs to a workflow. It keeps a list of entries:
 * marks, which keep the states of conditions, and markers, by which processes find out what got lost
 * and what other processes have done. Each call reads and rewrites the whole list.
 */
export interface MarkRow {
	/** Records entries, and returns those that were not in the store yet. */
	record(entries: string[]): Promise<string[]>;
	remove(entries: string[]): Promise<void>;
	/** Whether other processes may use the store at the same moment, as in queue mode. */
	isShared: boolean;
}

/** What an execution learns about the marks that it records. */
export interface RecordedMarks {
	/** The marks that the store did not have. */
	newMarks: ReadonlySet<string>;
	/** The probes that the store did not have, and that this process will not record again. */
	absentProbes: ReadonlySet<string>;
	/**
	 * Whether a failed attempt may have recorded marks. Then all count as new, although the store may
	 * have had some of them.
	 */
	isUncertain: boolean;
	/**
	 * Waits until it is known which of the new marks another process has recorded at the same moment.
	 * @returns those that no other process has recorded
	 */
	confirm: () => Promise<ReadonlySet<string>>;
}

const NOTHING_RECORDED: RecordedMarks = {
	newMarks: new Set(),
	absentProbes: new Set(),
	isUncertain: false,
	confirm: async () => new Set(),
};

interface WaitingRecord {
	marks: string[];
	/** See `PendingRecord`. Only if other processes may use the store. */
	recordMarker?: string;
	probes: string[];
	judgment: Judgment;
	resolve: (recorded: RecordedMarks) => void;
	reject: (cause: unknown) => void;
}

interface WaitingRemoval extends StoreRequest {
	resolve: () => void;
	reject: (cause: unknown) => void;
}

/**
 * Records and removes the marks of one workflow (see `Marks`). The store reads and writes without a
 * lock, so a process makes one call at a time. Calls are made in rounds: one call records the marks
 * of all executions that wait, then one call removes marks. See
 * docs/contributing/n8n-facts.md#deduplication-store.
 *
 * If other processes use the store, too, they can overwrite what this one has changed. Then
 * - rounds are made only when it is the turn of this process (see `StoreCallSchedule`);
 * - an execution has to confirm that its marks are new, since another process may have recorded them
 *   at the same moment (see `PendingConfirmations`);
 * - for ten seconds, changes that got lost are repeated (see `LostMarkRecovery`).
 */
export class MarkStore {
	private waitingRecords: WaitingRecord[] = [];

	private waitingRemovals: WaitingRemoval[] = [];

	private readonly recovery: LostMarkRecovery;

	private readonly confirmations: PendingConfirmations;

	private readonly schedule: StoreCallSchedule;

	/**
	 * That of the latest execution, until nothing is left to do. All executions of a workflow use the
	 * same row.
	 */
	private row: MarkRow | undefined;

	private isRunning = false;

	/** Whether other processes use the store, too. */
	private isShared = false;

	/** When the last execution began for which other processes may use the store. */
	private lastSharedAt = -Infinity;

	constructor(private readonly timers: StoreTimers = STORE_TIMERS) {
		this.recovery = new LostMarkRecovery(timers.now);
		this.confirmations = new PendingConfirmations(this.recovery, timers.now);
		this.schedule = new StoreCallSchedule(timers);
	}

	/**
	 * Records marks.
	 * @param vehicleHash of the vehicle whose conditions the execution judges. See `Judgment`
	 * @param probes marks that are recorded only to learn whether the store has them, since it
	 * cannot be read. The caller removes those again that it did not have
	 * @throws Error if the store fails
	 */
	async record(
		row: MarkRow,
		marks: string[],
		vehicleHash: string,
		probes: string[] = [],
	): Promise<RecordedMarks> {
		// Other processes have to know of a judgment that only removes marks, too.
		if (marks.length + probes.length === 0 && !row.isShared) return NOTHING_RECORDED;
		return await new Promise((resolve, reject) => {
			const recordMarker = row.isShared && marks.length > 0 ? randomUUID() : undefined;
			const judgment = judgmentNow(vehicleHash);
			this.waitingRecords.push({ marks, recordMarker, probes, judgment, resolve, reject });
			this.start(row);
		});
	}

	/** Removes marks. @param vehicleHash as in `record()` @throws Error if the store fails */
	async remove(row: MarkRow, marks: string[], vehicleHash: string): Promise<void> {
		if (marks.length === 0) return;
		await new Promise<void>((resolve, reject) => {
			const judgment = judgmentNow(vehicleHash);
			this.waitingRemovals.push({ entries: marks, judgment, resolve, reject });
			this.start(row);
		});
	}

	private start(row: MarkRow): void {
		this.row = row;
		if (row.isShared) {
			this.isShared = true;
			this.lastSharedAt = this.timers.now();
		}
		if (!this.isRunning) void this.run();
	}

	private async run(): Promise<void> {
		this.isRunning = true;
		while (this.hasWaiting || this.recovery.needsRounds()) {
			// Executions that begin at the same moment share a round.
			await this.timers.sleep(0);
			this.endSharingIfAlone();
			if (this.isShared) await this.schedule.runAtNextTurn(async () => await this.runTurn());
			else await this.makeRound();
		}
		this.row = undefined;
		this.isShared = false;
		this.isRunning = false;
	}

	/**
	 * After a restart outside of queue mode, only the executions that have waited since before it are
	 * taken for those of another process. Without this, the store would be shared as long as others
	 * follow.
	 */
	private endSharingIfAlone(): void {
		const { row, recovery, confirmations } = this;
		const isAlone =
			row?.isShared === false && this.timers.now() - this.lastSharedAt > OVERWRITE_WINDOW_MS;
		if (!this.isShared || !isAlone) return;
		if (recovery.hasChangesToRepeat || !confirmations.isEmpty) return;
		this.isShared = false;
		this.removeLater([{ entries: recovery.endRounds(), judgment: judgmentNow('') }]);
	}

	/** Whether an execution waits for a call. */
	private get hasWaiting(): boolean {
		return (
			this.waitingRecords.length + this.waitingRemovals.length > 0 || !this.confirmations.isEmpty
		);
	}

	/** @returns whether there was anything to do */
	private async runTurn(): Promise<boolean> {
		if (!this.hasWaiting && !this.recovery.isRoundDue()) return false;
		// Lost records for which executions wait are repeated only at the next turn, since another
		// process may also have called at the last one.
		await this.makeRound(this.confirmations.takeRepeats());
		// Other changes that the round has found lost are repeated in the same turn, before another
		// process reads the list. The first further round repeats removals, and asks whether another
		// process has judged the vehicle of a lost record since. The second one repeats the record.
		for (let more = 2; more > 0 && this.recovery.hasChangesToRepeat; more--) await this.makeRound();
		return true;
	}

	private async makeRound(repeated: RepeatedRecord[] = []): Promise<void> {
		await this.recordAll(repeated);
		// Lets executions that now know which marks are new add their removals to this round.
		await this.timers.sleep(0);
		await this.removeAll();
	}

	private async recordAll(repeated: RepeatedRecord[]): Promise<void> {
		const { row, isShared, recovery, confirmations } = this;
		const requests = this.waitingRecords;
		this.waitingRecords = [];
		const requestedMarks = [...new Set(requests.flatMap((request) => request.marks))];
		// What this process has just done can be newer than the store. Asked before `beginRecording()`,
		// which counts the marks of this call as recorded.
		const actionsBefore = new Map(
			requestedMarks.map((mark) => [mark, recovery.recentAction(mark)]),
		);
		const probes = requests.flatMap((request) => request.probes);
		const recorded = isShared
			? recovery.beginRecording([...requests.map(recordRequest), ...repeated])
			: requestedMarks;
		const judgedMarkers = repeated.flatMap((request) => request.judgedMarkers);
		const toRecord = [...new Set([...recorded, ...probes, ...judgedMarkers])];
		if (!row) return;
		// If marks still wait to be confirmed, the round that recorded them has been forgotten, as after
		// a call that took ten seconds. So no call would show any more whether they got lost.
		if (toRecord.length === 0) return this.removeLater(confirmations.confirmAll([]));
		const calledAt = this.timers.now();
		const outcome = await callStoreWithRetries(async () => await row.record(toRecord), this.timers);
		if ('error' in outcome) {
			for (const { reject } of requests) reject(outcome.error);
			this.removeLater(confirmations.confirmAll(repeated));
			return this.removeLater(requests.map(recordMarkerRequest));
		}
		const { result, isUncertain } = outcome;
		recovery.afterRecording(new Set(result));
		if (recovery.lastCallFoundLoss) this.schedule.onLostWrite();
		const missing = new Set(isUncertain ? toRecord : result);
		const isAbsent = (probe: string) =>
			!isUncertain && missing.has(probe) && !recovery.mayRepeatRecord(probe);
		const absentProbes = new Set(probes.filter(isAbsent));
		this.removeLater(confirmations.confirmOrQueueRepeat(calledAt));
		this.removeLater(confirmations.afterRepeating(repeated, missing));
		// What the call has found lost is newer than the actions before.
		const recentActionOf = (mark: string) =>
			recovery.actionOfLostChange(mark) ?? actionsBefore.get(mark);
		for (const request of requests) {
			const newMarks = takeNewMarks(request.marks, missing, recentActionOf);
			// No other process can have recorded a mark that this one has just removed.
			const needsConfirmation = newMarks.some((mark) => recentActionOf(mark) !== 'remove');
			request.resolve({
				newMarks: new Set(newMarks),
				absentProbes: new Set(request.probes.filter((probe) => absentProbes.has(probe))),
				isUncertain,
				confirm: this.startConfirming(request, newMarks, needsConfirmation),
			});
		}
	}

	/**
	 * Lets new marks be confirmed.
	 * @param needsConfirmation whether another process may have recorded them at the same moment
	 */
	private startConfirming(
		request: WaitingRecord,
		newMarks: string[],
		needsConfirmation: boolean,
	): RecordedMarks['confirm'] {
		const { recordMarker, judgment } = request;
		if (recordMarker !== undefined && needsConfirmation)
			return this.confirmations.track({ marks: newMarks, recordMarker, judgment });
		this.removeLater([recordMarkerRequest(request)]);
		return async () => new Set(newMarks);
	}

	/** Removes entries that no execution waits for. */
	private removeLater(requests: StoreRequest[]): void {
		for (const request of requests)
			if (request.entries.length > 0)
				this.waitingRemovals.push({ ...request, resolve: () => {}, reject: () => {} });
	}

	private async removeAll(): Promise<void> {
		const { row } = this;
		const requests = this.waitingRemovals;
		this.waitingRemovals = [];
		const toRemove = new Set(
			this.isShared
				? this.recovery.beginRemoving(requests)
				: requests.flatMap((request) => request.entries),
		);
		if (!row || toRemove.size === 0) return;
		const outcome = await callStoreWithRetries(
			async () => await row.remove([...toRemove]),
			this.timers,
		);
		if (!('error' in outcome)) this.recovery.afterRemoving();
		for (const { resolve, reject } of requests)
			if ('error' in outcome) reject(outcome.error);
			else resolve();
	}
}

const recordMarkerRequest = ({ recordMarker, judgment }: WaitingRecord): StoreRequest => ({
	entries: recordMarker === undefined ? [] : [recordMarker],
	judgment,
});

const recordRequest = (record: WaitingRecord): StoreRequest => ({
	entries: [...record.marks, ...recordMarkerRequest(record).entries],
	judgment: record.judgment,
});

/**
 * Returns those of the marks that are new to an execution, and deletes them from the missing ones.
 * So of several executions that record a mark at the same time, only the first one finds it new.
 * @param missing the marks that the store did not have
 * @param recentActionOf what this process has just done with a mark. It comes before what the store
 * says
 */
function takeNewMarks(
	marks: string[],
	missing: Set<string>,
	recentActionOf: (mark: string) => EntryAction | undefined,
): string[] {
	return marks.filter((mark) => {
		const wasMissing = missing.delete(mark);
		const recentAction = recentActionOf(mark);
		return recentAction === undefined ? wasMissing : recentAction === 'remove';
	});
}
