import { callStore, callStoreWithRetries, type StoreTimers } from '../storeCall';
import { StoreTurns, TURN_MS, type TurnTimers } from '../storeTurns';

/** n8n's deduplication store. Records IDs, and returns those that were not recorded before. */
export type RecordIds = (ids: string[]) => Promise<string[]>;

/** What one execution asks for. */
interface Request {
	/** The IDs of its events. */
	ids: string[];
	record: RecordIds;
	/** How many IDs the store keeps. */
	maxEntries: number;
	/** Whether other processes may use the store at the same moment, as in queue mode. */
	isShared: boolean;
	/** Called if the store keeps failing. The events then count as new. */
	onFailure: (cause: unknown) => void;
}

interface WaitingRequest extends Request {
	resolve: (newIds: string[]) => void;
}

/** Each call also records the IDs of this many calls before it. */
const RECENT_CALLS = 3;

/**
 * Recognizes duplicates across restarts and processes, with n8n's deduplication store.
 * See docs/contributing/n8n-facts.md#deduplication-store.
 *
 * At-least-once delivery, with duplicates removed:
 * - The first execution that asks for an event gets it, and it is recorded.
 * - The store rewrites one row without a lock, so two processes can overwrite each other's writes. So
 *   a process makes one call at a time, and each call also records what the latest calls recorded.
 *   That restores a lost write. Once a write was lost, one more call follows the last one.
 * - Two processes that ask for an event at the same moment would both get it. So in queue mode they take
 *   turns: see `StoreTurns`.
 * - If the store fails, or takes more than ten seconds, the events count as new, and the next call records them.
 *
 * n8n begins an execution once, so no execution asks a second time for events that it has recorded.
 * See docs/contributing/n8n-facts.md#executions-begin-once.
 *
 * A call takes longer the more IDs the store holds. So there is a pause of up to 250 ms between two
 * calls, and executions that arrive meanwhile share the next one. Outside of queue mode no execution
 * waits without load.
 */
export class StoreDeduplicator {
	private waiting: WaitingRequest[] = [];

	private isRunning = false;

	/** The pause ends early when this many executions wait. */
	private expectedRequests = 1;

	private lastCallAt = -Infinity;

	private endPause = () => {};

	/** The IDs that the latest calls found to be new, newest last. */
	private recentCalls: string[][] = [];

	/** Whether another process has ever overwritten what this one recorded. */
	private losesWrites = false;

	/** Whether other processes use the store, too. */
	private isShared = false;

	/** For a store that is shared. */
	private readonly turns: StoreTurns;

	/** Records the recent IDs again. Called once no execution waits, if writes get lost. */
	private restoreWrites: (() => Promise<void>) | undefined;

	private readonly timers: StoreTimers;

	private readonly now: () => number;

	constructor(timers: StoreTimers & TurnTimers) {
		this.timers = timers;
		this.turns = new StoreTurns(timers);
		this.now = timers.now ?? (() => performance.now());
	}

	/** Resolves to the IDs that no execution has had before. Never rejects. */
	async recordNew(request: Request): Promise<string[]> {
		return await new Promise((resolve) => {
			this.waiting.push({ ...request, resolve });
			this.isShared = request.isShared;
			if (this.waiting.length >= this.expectedRequests) this.endPause();
			if (!this.isRunning) void this.run();
		});
	}

	private async run(): Promise<void> {
		this.isRunning = true;
		while (this.waiting.length > 0 || this.restoreWrites) {
			if (this.isShared) await this.turns.take(async () => await this.makeCall());
			else {
				await this.pause();
				await this.makeCall();
			}
		}
		this.isRunning = false;
	}

	private async pause(): Promise<void> {
		const remainingMs = this.lastCallAt + TURN_MS - this.now();
		if (remainingMs <= 0 || this.waiting.length >= this.expectedRequests) return;
		await Promise.race([
			this.timers.sleep(remainingMs),
			new Promise<void>((resolve) => (this.endPause = resolve)),
		]);
	}

	/** Handles all executions that wait. */
	private async makeCall(): Promise<void> {
		const batch = this.waiting;
		this.waiting = [];
		if (batch.length > 0) await this.handle(batch);
		else await this.restoreWrites?.();
		this.lastCallAt = this.now();
		// As many as in this batch, since n8n runs a limited number of executions at once. One more if
		// others have arrived meanwhile, so that the number can grow.
		this.expectedRequests = Math.max(1, batch.length + (this.waiting.length > 0 ? 1 : 0));
	}

	private async handle(batch: WaitingRequest[]): Promise<void> {
		const recentIds = this.recentCalls.flat();
		const known = new Set(recentIds);
		const ids = [...new Set(batch.flatMap((request) => request.ids))].filter(
			(id) => !known.has(id),
		);
		const newIds = await this.record(ids, recentIds, batch);
		for (const request of batch) {
			// Deleted, so that of several executions in a batch only the first one gets the event.
			request.resolve(request.ids.filter((id) => newIds.delete(id)));
		}
	}

	private async record(
		ids: string[],
		recentIds: string[],
		[request]: WaitingRequest[],
	): Promise<Set<string>> {
		if (!request || ids.length === 0) return new Set();
		const newIds = await this.recordWithRetries(ids, recentIds, request);
		// Only new IDs: recording the ID of an old event again would evict a newer one.
		if (newIds.length > 0) this.recentCalls = [...this.recentCalls, newIds].slice(-RECENT_CALLS);
		this.restoreWrites = this.losesWrites
			? async () => await this.recordRecentAgain(request)
			: undefined;
		return new Set(newIds);
	}

	private async recordWithRetries(
		ids: string[],
		recentIds: string[],
		request: Request,
	): Promise<string[]> {
		// No more than fit into the store with the new ones. They are in it already, unless a write was lost.
		const room = Math.max(0, request.maxEntries - ids.length);
		const recordedBefore = room === 0 ? [] : recentIds.slice(-room);
		const answer = await callStoreWithRetries(
			async () => await request.record([...recordedBefore, ...ids]),
			this.timers,
		);
		if ('error' in answer) {
			request.onFailure(answer.error);
			return ids;
		}
		const recorded = new Set(answer.result);
		if (recordedBefore.some((id) => recorded.has(id))) {
			this.losesWrites = true;
			this.turns.change();
		}
		return answer.isRetry ? ids : ids.filter((id) => recorded.has(id));
	}

	private async recordRecentAgain({ record, maxEntries }: Request): Promise<void> {
		this.restoreWrites = undefined;
		const recentIds = this.recentCalls.flat().slice(-maxEntries);
		// If it fails, the next call does the same.
		await callStore(async () => await record(recentIds), this.timers).catch(() => undefined);
	}
}
