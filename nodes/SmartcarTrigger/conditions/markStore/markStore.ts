import { randomUUID } from 'node:crypto';
import { callStoreWithRetries, type StoreTimers } from '../../storeCall';
import { StoreCallSchedule, type ScheduleTimers } from '../../storeCallSchedule';
import { judgedNow } from './judgedMarkers';
import { LostMarkRecovery, type MarkAction, type MarkRequest } from './lostMarkRecovery';
import { PendingConfirmations, type RepeatedRecord } from './pendingConfirmations';

/**
 * The row of n8n's deduplication store that belongs to a workflow. It keeps a list of texts: the
 * marks, and the markers by which processes find out what they have lost. Each call reads and
 * rewrites the whole list.
 */
export interface MarkRow {
	/** Records marks, and returns those that were not in the store yet. */
	record(marks: string[]): Promise<string[]>;
	remove(marks: string[]): Promise<void>;
	/** Whether other processes may use the store at the same moment, as in queue mode. */
	isShared: boolean;
}

/** What an execution learns about the marks that it records. */
export interface RecordedMarks {
	/** Those that the store did not have. */
	newMarks: ReadonlySet<string>;
	/** The probes that the store did not have, and that this process will not record again. */
	absentProbes: ReadonlySet<string>;
	/** Whether the store failed at first, so that it may have had some of them. */
	isUncertain: boolean;
	/**
	 * Waits until it is known whether another process has recorded them at the same moment.
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

interface WaitingRecord extends MarkRequest {
	/** See `PendingConfirmations`. Only if other processes may use the store. */
	recordMarker?: string;
	probes: string[];
	resolve: (recorded: RecordedMarks) => void;
	reject: (cause: unknown) => void;
}

interface WaitingRemoval extends MarkRequest {
	resolve: () => void;
	reject: (cause: unknown) => void;
}

/**
 * Records and removes the marks of one workflow (see `Marks`). The store reads and writes without a
 * lock, so a process makes one call at a time. Calls are made in rounds: one call records the marks
 * of all executions that wait, then one call removes marks. See
 * docs/contributing/n8n-facts.md#deduplication-store.
 *
 * Other processes can overwrite what this one has changed. If there may be any, each round waits
 * for the turn of this process, new marks are to be confirmed (see `PendingConfirmations`), and for
 * ten seconds what got lost is repeated (see `LostMarkRecovery`).
 */
export class MarkStore {
	private records: WaitingRecord[] = [];

	private removals: WaitingRemoval[] = [];

	private readonly recovery: LostMarkRecovery;

	private readonly confirmations: PendingConfirmations;

	private readonly schedule: StoreCallSchedule;

	private readonly now: () => number;

	/**
	 * That of the latest execution, until nothing is left to do. All executions of a workflow use the
	 * same row.
	 */
	private row: MarkRow | undefined;

	private isRunning = false;

	/** Whether other processes use the store, too. */
	private isShared = false;

	constructor(private readonly timers: StoreTimers & ScheduleTimers) {
		this.now = timers.now ?? (() => performance.now());
		this.recovery = new LostMarkRecovery(this.now);
		this.confirmations = new PendingConfirmations(this.recovery, this.now);
		this.schedule = new StoreCallSchedule(timers);
	}

	/**
	 * Records marks.
	 * @param vehicleHash see `JudgedAt`. Of the vehicle whose conditions the execution judges.
	 * @param probes marks that are recorded only to learn whether the store has them, since it
	 * cannot be read. Those that it did not have are to be removed again.
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
			const judgedAt = judgedNow(vehicleHash);
			this.records.push({ marks, recordMarker, probes, judgedAt, resolve, reject });
			this.start(row);
		});
	}

	/** Removes marks. @param vehicleHash as in `record()` @throws Error if the store fails */
	async remove(row: MarkRow, marks: string[], vehicleHash: string): Promise<void> {
		if (marks.length === 0) return;
		await new Promise<void>((resolve, reject) => {
			this.removals.push({ marks, judgedAt: judgedNow(vehicleHash), resolve, reject });
			this.start(row);
		});
	}

	private start(row: MarkRow): void {
		this.row = row;
		this.isShared ||= row.isShared;
		if (!this.isRunning) void this.run();
	}

	private async run(): Promise<void> {
		this.isRunning = true;
		while (this.hasWaiting || this.recovery.needsRounds()) {
			// Executions that begin at the same moment share a round.
			await this.timers.sleep(0);
			if (this.isShared) await this.schedule.runAtNextTurn(async () => await this.runTurn());
			else await this.makeRound();
		}
		this.row = undefined;
		this.isShared = false;
		this.isRunning = false;
	}

	private get hasWaiting(): boolean {
		return this.records.length + this.removals.length > 0 || !this.confirmations.isEmpty;
	}

	/** @returns whether there was anything to do */
	private async runTurn(): Promise<boolean> {
		if (!this.hasWaiting && !this.recovery.isRoundDue()) return false;
		// Lost records are repeated only at the next turn, since another process may also have called
		// at the last one.
		await this.makeRound(this.confirmations.takeRepeats());
		// At once, before another process reads the list: the first round asks whether another process
		// has judged the vehicle since, and the second one repeats the changes.
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
		const requests = this.records;
		this.records = [];
		const requested = [...new Set(requests.flatMap((request) => request.marks))];
		// What this process has just done can be newer than the store. Asked before `beginRecording()`,
		// which counts the marks of this call as recorded.
		const recentActions = new Map(requested.map((mark) => [mark, recovery.recentAction(mark)]));
		const probes = requests.flatMap((request) => request.probes);
		const recorded = isShared
			? recovery.beginRecording([...requests.map(withRecordMarker), ...repeated])
			: requested;
		const judgedMarkers = repeated.flatMap((request) => request.judgedMarkers);
		const marks = [...recorded, ...probes, ...judgedMarkers];
		// Without marks no request waits for this call.
		if (!row || marks.length === 0) return;
		const calledAt = this.now();
		const outcome = await callStoreWithRetries(
			async () => await row.record([...new Set(marks)]),
			this.timers,
		);
		if ('error' in outcome) {
			for (const { reject } of requests) reject(outcome.error);
			this.removeLater(confirmations.confirmAll(repeated));
			return this.removeLater(requests.map(recordMarkerOf));
		}
		recovery.afterRecording(new Set(outcome.result));
		if (recovery.lastCallFoundLoss) this.schedule.onLostWrite();
		// A failed attempt may have recorded marks, so after a retry all marks count as new.
		const missing = new Set(outcome.isRetry ? marks : outcome.result);
		const isAbsent = (probe: string) =>
			!outcome.isRetry && missing.has(probe) && !recovery.mayRepeatRecord(probe);
		const absentProbes = new Set(probes.filter(isAbsent));
		this.removeLater(confirmations.confirmOrQueueRepeat(calledAt));
		this.removeLater(confirmations.afterRepeating(repeated, missing));
		// What the call has found lost comes before that.
		const recentActionOf = (mark: string) =>
			recovery.actionOfLostChange(mark) ?? recentActions.get(mark);
		for (const request of requests) {
			const newMarks = takeNewMarks(request.marks, missing, recentActionOf);
			// This process has just removed them, so no other process can have recorded them before.
			const isCertain = newMarks.every((mark) => recentActionOf(mark) === 'remove');
			request.resolve({
				newMarks: new Set(newMarks),
				absentProbes: new Set(request.probes.filter((probe) => absentProbes.has(probe))),
				isUncertain: outcome.isRetry,
				confirm: this.startConfirming(request, newMarks, isCertain),
			});
		}
	}

	/**
	 * Lets the marks be confirmed, if another process may have recorded them.
	 * @param isCertain whether none can have recorded them before
	 */
	private startConfirming(
		request: WaitingRecord,
		newMarks: string[],
		isCertain: boolean,
	): RecordedMarks['confirm'] {
		const { recordMarker, judgedAt } = request;
		if (recordMarker !== undefined && !isCertain)
			return this.confirmations.track({ marks: newMarks, recordMarker, judgedAt });
		this.removeLater([recordMarkerOf(request)]);
		return async () => new Set(newMarks);
	}

	/** Removes marks that no execution waits for. */
	private removeLater(requests: MarkRequest[]): void {
		for (const request of requests)
			if (request.marks.length > 0)
				this.removals.push({ ...request, resolve: () => {}, reject: () => {} });
	}

	private async removeAll(): Promise<void> {
		const { row } = this;
		const requests = this.removals;
		this.removals = [];
		const marks = new Set(
			this.isShared
				? this.recovery.beginRemoving(requests)
				: requests.flatMap((request) => request.marks),
		);
		if (!row || marks.size === 0) return;
		const outcome = await callStoreWithRetries(
			async () => await row.remove([...marks]),
			this.timers,
		);
		if (!('error' in outcome)) this.recovery.afterRemoving();
		for (const { resolve, reject } of requests)
			if ('error' in outcome) reject(outcome.error);
			else resolve();
	}
}

const recordMarkerOf = ({ recordMarker, judgedAt }: WaitingRecord): MarkRequest => ({
	marks: recordMarker === undefined ? [] : [recordMarker],
	judgedAt,
});

const withRecordMarker = (request: WaitingRecord): MarkRequest => ({
	marks: [...request.marks, ...recordMarkerOf(request).marks],
	judgedAt: request.judgedAt,
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
	recentActionOf: (mark: string) => MarkAction | undefined,
): string[] {
	return marks.filter((mark) => {
		const wasMissing = missing.delete(mark);
		const recentAction = recentActionOf(mark);
		return recentAction === undefined ? wasMissing : recentAction === 'remove';
	});
}
