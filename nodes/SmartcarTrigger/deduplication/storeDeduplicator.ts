import { randomUUID } from 'node:crypto';
import { OVERWRITE_WINDOW_MS } from '../overwriteWindow';
import { callStoreWithRetries, type StoreTimers } from '../storeCall';
import { StoreCallSchedule, TURN_MS, type ScheduleTimers } from '../storeCallSchedule';
import { ClaimBudget } from './claimBudget';
import { dropOldest, RecentIds } from './recentIds';

/** A call that ends later in its turn can meet one of another process. Most calls take a tenth of it. */
const LATE_CALL_MS = 50;

/** By then another process has usually restored what a late call of this one has overwritten. */
const LATE_CALL_EFFECT_MS = 1_000;

/**
 * After this time without a call a process looks for lost writes. Not earlier: while executions come, the next one looks,
 * too. A call between two of them takes long, since the process is busy then, and can overwrite what others record.
 */
const LOSS_CHECK_AFTER_MS = 2 * TURN_MS;

/** The longest time between two looks. They follow each other less often, the longer ago the last event is. */
const MAX_LOSS_CHECK_INTERVAL_MS = 1_000;

/** n8n's deduplication store. Records IDs, and returns those that were not recorded before. */
export type RecordIds = (ids: string[]) => Promise<string[]>;

const CLAIM_MARKER_SUFFIX = ' (second claim)';

/**
 * What is recorded besides the ID of an event if two processes may have found the ID new. If the store has it, an
 * execution has the event.
 */
const claimMarker = (id: string) => `${id}${CLAIM_MARKER_SUFFIX}`;

const YIELD_MARKER_SUFFIX = ' (left)';

/** What a process records if it leaves an event to another one. So of two that want to, only one does. */
const yieldMarker = (id: string) => `${id}${YIELD_MARKER_SUFFIX}`;

const CALL_MARKER_PREFIX = 'call ';

/**
 * What a call in queue mode records besides its new IDs. No other process records it, so this one sees later whether the
 * call was overwritten, even if another process has recorded the same IDs.
 */
const newCallMarker = () => `${CALL_MARKER_PREFIX}${randomUUID()}`;

/** Whether it is the ID of an event, not one of those above, which this node records besides. */
const isEvent = (id: string) =>
	!id.endsWith(CLAIM_MARKER_SUFFIX) &&
	!id.endsWith(YIELD_MARKER_SUFFIX) &&
	!id.startsWith(CALL_MARKER_PREFIX);

/**
 * What has become of an ID that this process has recorded:
 * - `intact`: nothing else is known.
 * - `overwritten`: the store had lost it, so this process has recorded it again.
 * - `recordedByOther`: the store has lost the marker of the call, but has the ID. So another process has recorded it, too.
 */
type OverwriteResult = 'intact' | 'overwritten' | 'recordedByOther';

/** An ID that another process may have recorded, too. */
interface IdUnderReview {
	/** Of the call that recorded it. */
	callMarker: string;
	result: OverwriteResult;
}

/** What an execution, or this process itself, asks for. */
interface Request {
	/** The IDs of its events. None only looks for lost writes. */
	ids: string[];
	/** Those of them that are claimed a second time if another process may have got them, too. */
	idsToConfirm?: ReadonlySet<string>;
	record: RecordIds;
	/** How many IDs the store keeps. */
	maxEntries: number;
	/** Whether other processes may use the store at the same moment, as in queue mode. */
	isShared: boolean;
	/** Called if the store keeps failing. The events then count as new. */
	onFailure: (cause: unknown) => void;
}

export interface NewIds {
	/** The IDs that the store did not have. Another process can have found the same at the same moment. */
	newIds: string[];
	/** Without those of `idsToConfirm` that another process has got. It can take a few seconds. Never rejects. */
	confirmed: Promise<string[]>;
}

/** The answer to a request. */
interface Recorded extends NewIds {
	/** See `newCallMarker`. Missing if nothing was recorded, or only this process uses the store. */
	callMarker?: string;
}

interface WaitingRequest extends Request {
	resolve: (answer: Recorded) => void;
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
 *   turns: see `StoreCallSchedule`. If a call may still have met another one, its process looks half a second later.
 *   Events that another process has recorded, too, are left to that one. The others are claimed a second
 *   time, as long as that takes little room in the store, and only one process gets this claim. The execution
 *   can do other work meanwhile. A process that finds a call overwritten claims at once the events of the
 *   call that its executions already have.
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
	private earlyCallCount = 1;

	private lastCallAt = -Infinity;

	private lastLateCallAt = -Infinity;

	private endPause = () => {};

	/** The IDs that calls have recorded as new. They can still be overwritten. */
	private readonly recent: RecentIds;

	/** The IDs of calls that failed. The next call records them, too. */
	private readonly failedIds = new Set<string>();

	/** Second claims of events that executions already have, but another process may have found new, too. */
	private claimMarkersToRecord: string[] = [];

	/** Events of which nothing has been emitted yet, and notes that events are left, while this process finds out. */
	private readonly idsUnderReview = new Map<string, IdUnderReview>();

	/** For new events, and for those of calls that got lost. */
	private readonly claimBudgets: Record<'new' | 'lost', ClaimBudget>;

	private lastNewAt = -Infinity;

	private lastFailureAt = -Infinity;

	/** Whether another process has ever overwritten what this one recorded. */
	private losesWrites = false;

	/** Whether other processes use the store, too. */
	private isShared = false;

	/** For a store that is shared. */
	private readonly schedule: StoreCallSchedule;

	/** The latest one, until nothing is left to do. */
	private lastRequest: Request | undefined;

	private readonly timers: StoreTimers;

	private readonly now: () => number;

	constructor(timers: StoreTimers & ScheduleTimers) {
		this.timers = timers;
		this.schedule = new StoreCallSchedule(timers);
		this.now = timers.now ?? (() => performance.now());
		this.recent = new RecentIds(this.now);
		this.claimBudgets = { new: new ClaimBudget(this.now), lost: new ClaimBudget(this.now) };
	}

	/** Records IDs, and finds those that no execution has had before. Never rejects. */
	async recordNew(request: Request): Promise<NewIds> {
		return await this.enqueue(request);
	}

	private async enqueue(request: Request): Promise<Recorded> {
		return await new Promise((resolve) => {
			this.waiting.push({ ...request, resolve });
			this.lastRequest = request;
			this.isShared = request.isShared;
			if (this.waiting.length >= this.earlyCallCount) this.endPause();
			if (!this.isRunning) void this.run();
		});
	}

	private async run(): Promise<void> {
		this.isRunning = true;
		while (this.waiting.length > 0 || this.checksForLosses) {
			if (this.isShared) await this.schedule.runAtNextTurn(async () => await this.runTurn());
			else {
				await this.pause();
				await this.runTurn();
			}
		}
		this.lastRequest = undefined;
		this.isRunning = false;
	}

	private async pause(): Promise<void> {
		const remainingMs = this.lastCallAt + TURN_MS - this.now();
		if (remainingMs <= 0 || this.waiting.length >= this.earlyCallCount) return;
		await Promise.race([
			this.timers.sleep(remainingMs),
			new Promise<void>((resolve) => (this.endPause = resolve)),
		]);
	}

	/** Whether to look again for lost writes, although no execution waits. */
	private get checksForLosses(): boolean {
		return this.isShared && this.losesWrites && this.now() - this.lastNewAt < OVERWRITE_WINDOW_MS;
	}

	private get isLossCheckDue(): boolean {
		const sinceLastEventMs = this.lastCallAt - this.lastNewAt;
		const intervalMs = Math.min(
			MAX_LOSS_CHECK_INTERVAL_MS,
			Math.max(LOSS_CHECK_AFTER_MS, sinceLastEventMs),
		);
		return this.now() - this.lastCallAt >= intervalMs;
	}

	/**
	 * Whether another process may have found the same new as the call that has just ended: a call has just been late, so
	 * it may have overwritten what others recorded meanwhile, or another process may call at the same times.
	 */
	private get mayOverlap(): boolean {
		return (
			!this.schedule.isLikelyExclusive || this.now() - this.lastLateCallAt < LATE_CALL_EFFECT_MS
		);
	}

	/** Handles all executions that wait. If none does, looks for lost writes. @returns whether it has called the store */
	private async runTurn(): Promise<boolean> {
		const { lastCallAt } = this;
		const batch = this.waiting;
		this.waiting = [];
		if (batch.length > 0) await this.processBatch(batch);
		else if (this.isLossCheckDue && this.lastRequest) await this.callStore([], this.lastRequest);
		else return false;
		const claims = this.claimMarkersToRecord.splice(0);
		if (claims.length > 0 && this.lastRequest) await this.callStore(claims, this.lastRequest);
		// As many as in this batch, since n8n runs a limited number of executions at once. One more if
		// others have arrived meanwhile, so that the number can grow.
		this.earlyCallCount = Math.max(1, batch.length + (this.waiting.length > 0 ? 1 : 0));
		return this.lastCallAt !== lastCallAt;
	}

	private async processBatch(batch: WaitingRequest[]): Promise<void> {
		const ids = new Set(batch.flatMap((request) => request.ids));
		for (const id of ids) if (this.recent.has(id) || this.failedIds.has(id)) ids.delete(id);
		const [request] = batch;
		const isLossCheck = batch.some(({ ids, isShared }) => isShared && ids.length === 0);
		const { newIds: recorded, callMarker } =
			request && (ids.size > 0 || isLossCheck)
				? await this.callStore([...ids], request)
				: { newIds: [], callMarker: undefined };
		const newIds = new Set(recorded);
		const { mayOverlap } = this;
		for (const waiting of batch) {
			// Deleted, so that of several executions in a batch only the first one gets the event.
			const ids = waiting.ids.filter((id) => newIds.delete(id));
			const confirmed =
				callMarker !== undefined && mayOverlap
					? this.resolveOwnership(ids, callMarker, waiting)
					: Promise.resolve(ids);
			waiting.resolve({ newIds: ids, confirmed, callMarker });
		}
	}

	/** Finds out which new events this process gets. @returns as `NewIds.confirmed` */
	private async resolveOwnership(
		newIds: string[],
		callMarker: string,
		request: Request,
	): Promise<string[]> {
		const toConfirm = newIds.filter((id) => request.idsToConfirm?.has(id));
		const budget = this.claimBudgets.new.take(toConfirm.length, request.maxEntries);
		const ids = toConfirm.slice(0, budget);
		if (ids.length === 0) return newIds;
		// If another process calls at the same times, the look shows that, too, so this one claims at other times.
		await this.checkForOverwriteLater(ids, callMarker, request);
		const taken = ids.filter((id) => this.idsUnderReview.get(id)?.result === 'recordedByOther');
		const left = await this.yieldToOtherProcess(taken, request);
		const lost = await this.claimAgain(
			ids.filter((id) => !left.includes(id)),
			request,
		);
		for (const id of ids) this.idsUnderReview.delete(id);
		return newIds.filter((id) => !left.includes(id) && !lost.includes(id));
	}

	/** Claims events a second time. @returns those that another process has claimed */
	private async claimAgain(ids: string[], request: Request): Promise<string[]> {
		if (ids.length === 0) return [];
		const { newIds } = await this.enqueue({ ...request, ids: ids.map(claimMarker) });
		return ids.filter((id) => !newIds.includes(claimMarker(id)));
	}

	/**
	 * Leaves events to the process that has recorded them, too, and may not know of this one. That process may want to leave
	 * them, too, if a third one has overwritten both. So both note it, and this one leaves an event only if its note is the
	 * first one, and was not overwritten half a second later. A late call of this process can overwrite the note of the
	 * other one. So there must not be one meanwhile, and the other one first gets the time to restore its note.
	 * @returns the events that are left
	 */
	private async yieldToOtherProcess(ids: string[], request: Request): Promise<string[]> {
		if (ids.length === 0) return [];
		const { lastLateCallAt } = this;
		await this.timers.sleep(Math.max(0, lastLateCallAt + LATE_CALL_EFFECT_MS - this.now()));
		const { newIds: notes, callMarker } = await this.enqueue({
			...request,
			ids: ids.map(yieldMarker),
		});
		if (callMarker === undefined) return [];
		await this.checkForOverwriteLater(notes, callMarker, request);
		const kept = notes.filter((note) => this.idsUnderReview.get(note)?.result === 'intact');
		for (const note of notes) this.idsUnderReview.delete(note);
		if (this.lastLateCallAt !== lastLateCallAt || !this.recent.has(callMarker)) return [];
		return ids.filter((id) => kept.includes(yieldMarker(id)));
	}

	/** Looks half a second later what has become of IDs that a call has recorded. `contested` then says it. */
	private async checkForOverwriteLater(
		ids: string[],
		callMarker: string,
		request: Request,
	): Promise<void> {
		for (const id of ids) this.idsUnderReview.set(id, { callMarker, result: 'intact' });
		await this.timers.sleep(LOSS_CHECK_AFTER_MS);
		await this.enqueue({ ...request, ids: [] });
	}

	/**
	 * Records IDs, and again those that may have got lost.
	 * @returns those of `ids` that are new, and the marker of the call, unless it failed or needed none
	 */
	private async callStore(
		ids: string[],
		request: Request,
	): Promise<{ newIds: string[]; callMarker?: string }> {
		this.recent.removeOld();
		const callMarker = request.isShared && ids.length > 0 ? [newCallMarker()] : [];
		// No more than fit into the store with the new ones. They are in it already, unless a write was lost.
		const room = Math.max(0, request.maxEntries - ids.length - callMarker.length);
		const again = room === 0 ? [] : [...this.recent.all, ...this.failedIds].slice(-room);
		const startedAt = this.now();
		const answer = await callStoreWithRetries(
			async () => await request.record([...again, ...ids, ...callMarker]),
			this.timers,
		);
		this.lastCallAt = this.now();
		const lateMs = this.schedule.startedLateMs + this.lastCallAt - startedAt;
		if (lateMs > LATE_CALL_MS) this.lastLateCallAt = this.lastCallAt;
		if ('error' in answer) {
			this.lastFailureAt = this.now();
			for (const id of ids) this.failedIds.add(id);
			dropOldest(this.failedIds, request.maxEntries);
			if (ids.length > 0) request.onFailure(answer.error);
			return { newIds: ids };
		}
		const newInStore = new Set(answer.result);
		const newIds = answer.isRetry ? ids : ids.filter((id) => newInStore.has(id));
		const repeated = again.filter((id) => this.recent.has(id));
		const lost = repeated.filter((id) => newInStore.has(id));
		if (lost.length > 0) this.onLostIds(repeated, new Set(lost), request);
		// Only new IDs: recording the ID of an old event again would evict a newer one.
		const nowRecorded = again.filter((id) => this.failedIds.delete(id));
		const newEntries = newIds.length > 0 ? [...newIds, ...callMarker] : [];
		this.remember([...nowRecorded, ...newEntries], lost, request);
		return { newIds, callMarker: callMarker[0] };
	}

	private onLostIds(repeated: string[], lost: ReadonlySet<string>, request: Request): void {
		const ids = this.recent.inOverwrittenCalls(repeated, lost);
		for (const [id, contested] of this.idsUnderReview) {
			if (contested.result !== 'intact') continue;
			if (lost.has(id)) contested.result = 'overwritten';
			else if (lost.has(contested.callMarker)) contested.result = 'recordedByOther';
		}
		if (ids.length === 0) return;
		this.losesWrites = true;
		this.schedule.onLostWrite();
		if (!request.isShared) return;
		// Another process may have found these events new. If it claims them a second time, it must not get them.
		const events = ids.filter(
			(id) =>
				isEvent(id) &&
				!this.recent.has(claimMarker(id)) &&
				!this.recent.has(yieldMarker(id)) &&
				!this.idsUnderReview.has(id),
		);
		const claims = this.claimBudgets.lost.take(events.length, request.maxEntries);
		this.claimMarkersToRecord.push(...events.slice(0, claims).map(claimMarker));
	}

	private remember(newIds: string[], restored: string[], { isShared, maxEntries }: Request): void {
		// Without other processes only a call that has failed can overwrite others: it may still be running.
		if (!isShared && this.now() - this.lastFailureAt > OVERWRITE_WINDOW_MS) return;
		if (newIds.length > 0) this.lastNewAt = this.now();
		this.recent.add([...restored, ...newIds], maxEntries);
	}
}
