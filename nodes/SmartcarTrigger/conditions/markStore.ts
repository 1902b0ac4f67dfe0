import { callStoreWithRetries, type StoreTimers } from '../storeCall';
import { StoreTurns, type TurnTimers } from '../storeTurns';
import { currentSecond } from './judgementNotes';
import { RecentChanges, type MarkRequest } from './recentChanges';

/**
 * Calls to n8n's deduplication store of a workflow, which keeps a list of texts, here called marks. Each
 * call reads and rewrites the whole list.
 */
export interface MarkCalls {
	/** Records marks, and returns those that were not in the store yet. */
	record(marks: string[]): Promise<string[]>;
	remove(marks: string[]): Promise<void>;
	/** Whether other processes may use the store at the same moment, as in queue mode. */
	isShared: boolean;
}

interface WaitingRecord extends MarkRequest {
	resolve: (newMarks: Set<string>) => void;
	reject: (cause: unknown) => void;
}

interface WaitingRemoval extends MarkRequest {
	resolve: () => void;
	reject: (cause: unknown) => void;
}

/**
 * Records and removes the marks of one workflow (see `Marks`). The store reads and writes without a
 * lock, so a process makes one call at a time. Calls are made in rounds: one call records the marks of
 * all executions that wait, then one call removes marks. See
 * docs/contributing/n8n-facts.md#deduplication-store.
 *
 * Other processes can overwrite what this one has changed. If there may be any, each round waits for the
 * turn of this process, and for ten seconds what got lost is changed again: see `RecentChanges`.
 */
export class MarkStore {
	private records: WaitingRecord[] = [];

	private removals: WaitingRemoval[] = [];

	private readonly recent: RecentChanges;

	private readonly turns: StoreTurns;

	/** Those of the latest execution, until nothing is left to do. All executions of a workflow use the same store. */
	private calls: MarkCalls | undefined;

	private isRunning = false;

	/** Whether other processes use the store, too. */
	private isShared = false;

	constructor(private readonly timers: StoreTimers & TurnTimers) {
		this.recent = new RecentChanges(timers.now);
		this.turns = new StoreTurns(timers);
	}

	/**
	 * Records marks.
	 * @param vehicle identifies the vehicle whose conditions the execution judges
	 * @returns those that are new
	 * @throws Error if the store fails
	 */
	async record(calls: MarkCalls, marks: string[], vehicle: string): Promise<Set<string>> {
		// Other processes have to know of a judgement that only removes marks, too.
		if (marks.length === 0 && !calls.isShared) return new Set();
		const judgement = { vehicle, second: currentSecond() };
		return await new Promise((resolve, reject) => {
			this.records.push({ marks, judgement, resolve, reject });
			this.start(calls);
		});
	}

	/** Removes marks. @param vehicle as in `record()` @throws Error if the store fails */
	async remove(calls: MarkCalls, marks: string[], vehicle: string): Promise<void> {
		if (marks.length === 0) return;
		const judgement = { vehicle, second: currentSecond() };
		await new Promise<void>((resolve, reject) => {
			this.removals.push({ marks, judgement, resolve, reject });
			this.start(calls);
		});
	}

	private start(calls: MarkCalls): void {
		this.calls = calls;
		this.isShared ||= calls.isShared;
		if (!this.isRunning) void this.run();
	}

	private async run(): Promise<void> {
		this.isRunning = true;
		while (this.records.length > 0 || this.removals.length > 0 || !this.recent.isEmpty) {
			// Executions that begin at the same moment share a round.
			await this.timers.sleep(0);
			if (this.isShared) await this.turns.take(async () => await this.useTurn());
			else await this.makeRound();
		}
		this.calls = undefined;
		this.isShared = false;
		this.isRunning = false;
	}

	/** @returns whether there was anything to do */
	private async useTurn(): Promise<boolean> {
		if (this.records.length + this.removals.length === 0 && !this.recent.isDue) return false;
		await this.makeRound();
		// At once, before another process reads the list: one round asks whether another process has judged
		// since, the next one changes the marks again.
		for (let more = 2; more > 0 && this.recent.hasLostChanges; more--) await this.makeRound();
		return true;
	}

	private async makeRound(): Promise<void> {
		await this.recordAll();
		// Executions that now know which marks are new can add their removals to this round.
		await this.timers.sleep(0);
		await this.removeAll();
	}

	private async recordAll(): Promise<void> {
		const { calls } = this;
		const requests = this.records;
		this.records = [];
		const requested = [...new Set(requests.flatMap((request) => request.marks))];
		// It can be newer than the store.
		const lastActions = new Map(requested.map((mark) => [mark, this.recent.lastAction(mark)]));
		const marks = this.isShared ? this.recent.marksToRecord(requests) : requested;
		if (!calls || marks.length === 0) return;
		const outcome = await callStoreWithRetries(
			async () => await calls.record([...new Set(marks)]),
			this.timers,
		);
		if ('error' in outcome) return requests.forEach(({ reject }) => reject(outcome.error));
		// The failed attempt may have recorded them, so to the executions all marks are new.
		const missing = new Set(outcome.isRetry ? marks : outcome.result);
		this.recent.afterRecording(new Set(outcome.result));
		if (this.recent.hasFoundLoss) this.turns.onLostWrite();
		for (const request of requests) {
			const newMarks = request.marks.filter((mark) => {
				// Deleted, so that of several executions that record a mark only the first one finds it new.
				const wasMissing = missing.delete(mark);
				const lastAction = this.recent.lostAction(mark) ?? lastActions.get(mark);
				return lastAction === undefined ? wasMissing : lastAction === 'remove';
			});
			request.resolve(new Set(newMarks));
		}
	}

	private async removeAll(): Promise<void> {
		const { calls } = this;
		const requests = this.removals;
		this.removals = [];
		const marks = new Set(
			this.isShared
				? this.recent.marksToRemove(requests)
				: requests.flatMap((request) => request.marks),
		);
		if (!calls || marks.size === 0) return;
		const outcome = await callStoreWithRetries(
			async () => await calls.remove([...marks]),
			this.timers,
		);
		if (!('error' in outcome)) this.recent.afterRemoving();
		for (const { resolve, reject } of requests)
			if ('error' in outcome) reject(outcome.error);
			else resolve();
	}
}
