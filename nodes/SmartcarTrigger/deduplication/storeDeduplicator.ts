import { CAN_GET_LOST_MS, isLookDue } from '../lostWrites';
import { callStoreWithRetries, type StoreTimers } from '../storeCall';
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

/**
 * Recognizes duplicates across restarts and processes, with n8n's deduplication store.
 * See docs/contributing/n8n-facts.md#deduplication-store.
 *
 * At-least-once delivery, with duplicates removed:
 * - The first execution that asks for an event gets it, and it is recorded.
 * - The store rewrites one row without a lock, so two processes can overwrite each other's writes. So
 *   a process makes one call at a time, and in queue mode each call also records what the calls of the
 *   last ten seconds recorded. That restores a lost write. Once a write was lost, further calls follow
 *   the last one for ten seconds.
 * - Two processes that ask for an event at the same moment would both get it. So in queue mode they take
 *   turns: see `StoreTurns`.
 * - If the store fails, or takes more than ten seconds, the events count as new, and the next call records them.
 *
 * n8n begins an execution once, so no execution asks a second time for events that it has recorded.
 * See docs/contributing/n8n-facts.md#executions-begin-once.
 *
 * A call takes longer the more IDs the store holds. So outside of queue mode there is a pause of up to
 * 250 ms between two calls, and executions that arrive meanwhile share the next one. No execution waits
 * without load.
 */
export class StoreDeduplicator {
	private waiting: WaitingRequest[] = [];

	private isRunning = false;

	/** The pause ends early when this many executions wait. */
	private expectedRequests = 1;

	private lastCallAt = -Infinity;

	private endPause = () => {};

	/** The IDs that calls have recorded as new, with the time. Another process can still overwrite them. */
	private readonly recent = new Map<string, number>();

	/** The IDs of calls that failed. */
	private readonly unrecorded = new Set<string>();

	private lastNewAt = -Infinity;

	private lastFailureAt = -Infinity;

	/** Whether another process has ever overwritten what this one recorded. */
	private losesWrites = false;

	/** Whether other processes use the store, too. */
	private isShared = false;

	/** For a store that is shared. */
	private readonly turns: StoreTurns;

	/** The latest one, until nothing is left to do. */
	private lastRequest: Request | undefined;

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
			this.lastRequest = request;
			this.isShared = request.isShared;
			if (this.waiting.length >= this.expectedRequests) this.endPause();
			if (!this.isRunning) void this.run();
		});
	}

	private async run(): Promise<void> {
		this.isRunning = true;
		while (this.waiting.length > 0 || this.isWatching) {
			if (this.isShared) await this.turns.take(async () => await this.makeCall());
			else {
				await this.pause();
				await this.makeCall();
			}
		}
		this.lastRequest = undefined;
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

	/** Whether to look again for lost writes, although no execution waits. */
	private get isWatching(): boolean {
		return this.isShared && this.losesWrites && this.now() - this.lastNewAt < CAN_GET_LOST_MS;
	}

	private get isLookDue(): boolean {
		const { lastCallAt, lastNewAt: lastChangeAt } = this;
		return isLookDue({ now: this.now(), lastCallAt, lastChangeAt });
	}

	/** Handles all executions that wait. If none does, looks for lost writes. @returns whether it was time for either */
	private async makeCall(): Promise<boolean> {
		const batch = this.waiting;
		this.waiting = [];
		if (batch.length > 0) await this.handle(batch);
		else if (this.isLookDue && this.lastRequest) await this.record([], this.lastRequest);
		else return false;
		// As many as in this batch, since n8n runs a limited number of executions at once. One more if
		// others have arrived meanwhile, so that the number can grow.
		this.expectedRequests = Math.max(1, batch.length + (this.waiting.length > 0 ? 1 : 0));
		return true;
	}

	private async handle(batch: WaitingRequest[]): Promise<void> {
		const ids = new Set(batch.flatMap((request) => request.ids));
		for (const id of ids) if (this.recent.has(id) || this.unrecorded.has(id)) ids.delete(id);
		const [request] = batch;
		const newIds = new Set(
			request && ids.size > 0 ? await this.record([...ids], request) : undefined,
		);
		for (const { ids, resolve } of batch) {
			// Deleted, so that of several executions in a batch only the first one gets the event.
			resolve(ids.filter((id) => newIds.delete(id)));
		}
	}

	/** Records IDs, and again those that may have got lost. @returns those of `ids` that are new */
	private async record(ids: string[], request: Request): Promise<string[]> {
		this.forgetKeptIds();
		// No more than fit into the store with the new ones. They are in it already, unless a write was lost.
		const room = Math.max(0, request.maxEntries - ids.length);
		const again = room === 0 ? [] : [...this.unrecorded, ...this.recent.keys()].slice(-room);
		const answer = await callStoreWithRetries(
			async () => await request.record([...again, ...ids]),
			this.timers,
		);
		this.lastCallAt = this.now();
		if ('error' in answer) {
			this.lastFailureAt = this.now();
			for (const id of ids) this.unrecorded.add(id);
			dropOldest(this.unrecorded, request.maxEntries);
			if (ids.length > 0) request.onFailure(answer.error);
			return ids;
		}
		const recorded = new Set(answer.result);
		if (again.some((id) => recorded.has(id) && this.recent.has(id))) {
			this.losesWrites = true;
			this.turns.onLostWrite();
		}
		const newIds = answer.isRetry ? ids : ids.filter((id) => recorded.has(id));
		// Only new IDs: recording the ID of an old event again would evict a newer one.
		this.remember([...this.unrecorded, ...newIds], request);
		this.unrecorded.clear();
		return newIds;
	}

	private remember(ids: string[], { isShared, maxEntries }: Request): void {
		const now = this.now();
		// Without other processes only a call that has failed can overwrite others: it may still be running.
		if (ids.length === 0 || (!isShared && now - this.lastFailureAt > CAN_GET_LOST_MS)) return;
		this.lastNewAt = now;
		for (const id of ids) this.recent.set(id, now);
		dropOldest(this.recent, maxEntries);
	}

	private forgetKeptIds(): void {
		for (const [id, recordedAt] of this.recent)
			if (this.now() - recordedAt >= CAN_GET_LOST_MS) this.recent.delete(id);
	}
}

function dropOldest(ids: Map<string, number> | Set<string>, maxSize: number): void {
	for (const id of ids.keys()) {
		if (ids.size <= maxSize) return;
		ids.delete(id);
	}
}
