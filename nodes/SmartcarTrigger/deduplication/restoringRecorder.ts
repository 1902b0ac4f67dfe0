import { callStoreWithRetries, OVERWRITE_WINDOW_MS, type StoreTimers } from '../storeCall';
import { TURN_INTERVAL_MS, type Turn } from '../storeCallSchedule';
import { claimMarker, isEventId, newCallMarker, yieldMarker } from './markers';
import { dropOldest, RecentIds } from './recentIds';

/** A call that ends after this share of its turn can overlap one of another process. */
const LATE_CALL_SHARE = 1 / 5;

/**
 * Other processes usually restore what a late call has overwritten within two turns. They are given
 * at least this long.
 */
const MIN_LATE_CALL_EFFECT_MS = 1_000;

/**
 * After this time without a call a process checks whether writes got lost. While executions come,
 * their calls check it, too, and an additional call would do harm: it takes long on a busy process,
 * and can overwrite what others record.
 */
export const LOSS_CHECK_AFTER_MS = 2 * TURN_INTERVAL_MS;

/** The longest time between two checks, once another process has overwritten a call of this one. */
const MAX_LOSS_CHECK_INTERVAL_MS = 1_000;

/** Records IDs in n8n's deduplication store, and returns those that it did not have before. */
export type RecordIds = (ids: string[]) => Promise<string[]>;

/** The row of n8n's deduplication store that belongs to a trigger, and how to use it. */
export interface EventRow {
	record: RecordIds;
	/** How many IDs the store keeps. */
	maxEntries: number;
	/** Whether other processes may use the store at the same moment, as in queue mode. */
	isShared: boolean;
	/** Called if the store keeps failing. The events then count as new. */
	onFailure: (cause: unknown) => void;
}

/** What a call has found missing in the store, and has recorded again. */
export interface Loss {
	/** The IDs and markers that the store no longer had. */
	missing: ReadonlySet<string>;
	/**
	 * Whether another process has overwritten calls of this one. If not, the store had no room for
	 * the IDs.
	 */
	isOverwrite: boolean;
	/**
	 * The events of the overwritten calls for which this process has recorded no claim marker and no
	 * yield marker. See `markers.ts`.
	 */
	unclaimedEvents: string[];
}

export interface RecordResult {
	/**
	 * The IDs that the store did not have, or all of them if the store fails. Another process can
	 * have found the same at the same moment.
	 */
	newIds: string[];
	/**
	 * See `newCallMarker`. Missing if the call failed or had no IDs, or if only this process uses the
	 * store.
	 */
	callMarker?: string;
}

/**
 * Records IDs in n8n's deduplication store, and records them again if they get lost.
 *
 * The store rewrites one row without a lock, so another process can overwrite what this one has
 * recorded. So in queue mode each call also records what the calls of the last ten seconds have
 * recorded, and a new call marker. That restores what was overwritten, and shows that it was. For
 * ten seconds after its last event a process also checks for it without an event, at longer and
 * longer intervals, or every second once it was overwritten.
 *
 * If the store fails, or takes more than ten seconds, the IDs count as new, and the next call
 * records them.
 */
export class RestoringRecorder {
	lastCallAt = -Infinity;

	/** When the last call ended that can have overwritten what other processes have recorded. */
	lastLateCallAt = -Infinity;

	/** A late call may have erased what others recorded. By this time they usually restored it. */
	private othersRestoredBy = -Infinity;

	/** When a call last recorded an ID or a marker that was new. */
	private lastNewAt = -Infinity;

	private lastFailureAt = -Infinity;

	/** Whether another process has ever overwritten a call of this one. */
	private wasOverwritten = false;

	/** What calls have recorded as new, and can still be overwritten. */
	private readonly recent: RecentIds;

	/** The IDs of calls that failed. The next call records them, too. */
	private readonly failedIds = new Set<string>();

	constructor(private readonly timers: StoreTimers) {
		this.recent = new RecentIds(timers.now);
	}

	/** Whether this process has recorded an ID or a marker within the last ten seconds. */
	hasRecorded(id: string): boolean {
		return this.recent.has(id);
	}

	/**
	 * Whether no call needs to ask the store for an ID: it is recorded, or the next call records it
	 * in any case.
	 */
	isKnown(id: string): boolean {
		return this.recent.has(id) || this.failedIds.has(id);
	}

	/** Whether to check for lost writes now or later, although no execution asks. */
	get needsLossChecks(): boolean {
		return this.timers.now() - this.lastNewAt < OVERWRITE_WINDOW_MS;
	}

	/** Whether to check for them now. */
	get isLossCheckDue(): boolean {
		// At longer and longer intervals: each is as long as nothing new had come at the last call.
		const nothingNewMs = this.lastCallAt - this.lastNewAt;
		const longestMs = this.wasOverwritten ? MAX_LOSS_CHECK_INTERVAL_MS : OVERWRITE_WINDOW_MS;
		const intervalMs = Math.min(longestMs, Math.max(LOSS_CHECK_AFTER_MS, nothingNewMs));
		return this.timers.now() - this.lastCallAt >= intervalMs;
	}

	/**
	 * How long other processes may still need to restore what a late call of this one has erased.
	 */
	get untilOthersRestoredMs(): number {
		return Math.max(0, this.othersRestoredBy - this.timers.now());
	}

	/**
	 * Records IDs, and again those that may have got lost. Never rejects.
	 * @param ids none to only check for lost writes
	 * @param turn that of this process, in which the call is made
	 */
	async record(ids: string[], row: EventRow, turn: Turn): Promise<RecordResult & { loss?: Loss }> {
		this.recent.removeOld();
		const callMarkers = row.isShared && ids.length > 0 ? [newCallMarker()] : [];
		const earlierIds = this.earlierIds(row.maxEntries - ids.length - callMarkers.length);
		const startedAt = this.timers.now();
		const outcome = await callStoreWithRetries(
			async () => await row.record([...earlierIds, ...ids, ...callMarkers]),
			this.timers,
		);
		this.onCallEnd(startedAt, turn);
		if ('error' in outcome) {
			this.onFailedCall(ids, row, outcome.error);
			return { newIds: ids };
		}
		const newInStore = new Set(outcome.result);
		// If a failed attempt may have recorded the IDs, all count as new.
		const newIds = outcome.isUncertain ? ids : ids.filter((id) => newInStore.has(id));
		const repeated = earlierIds.filter((id) => this.recent.has(id));
		const missing = repeated.filter((id) => newInStore.has(id));
		const loss = missing.length > 0 ? this.toLoss(repeated, new Set(missing)) : undefined;
		const failedBefore = earlierIds.filter((id) => this.failedIds.delete(id));
		// The next calls do not repeat an ID that was not new: recorded again, it would evict a newer
		// one. Nor do they repeat the call marker then, since it only shows what becomes of new IDs.
		const newEntries = newIds.length > 0 ? [...newIds, ...callMarkers] : [];
		this.remember([...failedBefore, ...newEntries], missing, row);
		return { newIds, callMarker: callMarkers[0], loss };
	}

	/**
	 * The IDs to send again: those of failed calls, and those of the last ten seconds, which the
	 * store still has unless another process has overwritten them.
	 * @param room how many IDs fit into the store beside the new ones
	 */
	private earlierIds(room: number): string[] {
		// `slice(-0)` would return all of them.
		return room <= 0 ? [] : [...this.recent.all, ...this.failedIds].slice(-room);
	}

	private onCallEnd(startedAt: number, { intervalMs, startedLateMs }: Turn): void {
		this.lastCallAt = this.timers.now();
		const lateMs = startedLateMs + this.lastCallAt - startedAt;
		if (lateMs <= intervalMs * LATE_CALL_SHARE) return;
		this.lastLateCallAt = this.lastCallAt;
		const effectMs = Math.max(MIN_LATE_CALL_EFFECT_MS, 2 * intervalMs);
		this.othersRestoredBy = Math.max(this.othersRestoredBy, this.lastCallAt + effectMs);
	}

	private onFailedCall(ids: string[], { maxEntries, onFailure }: EventRow, cause: unknown): void {
		this.lastFailureAt = this.timers.now();
		for (const id of ids) this.failedIds.add(id);
		dropOldest(this.failedIds, maxEntries);
		if (ids.length === 0) return;
		try {
			onFailure(cause);
		} catch {
			// Executions wait for this call, and a log that cannot be written must not keep them from
			// going on.
		}
	}

	/**
	 * @param repeated the IDs that a call has recorded again
	 * @param missing those of them that the store did not have
	 */
	private toLoss(repeated: string[], missing: ReadonlySet<string>): Loss {
		const overwritten = this.recent.inOverwrittenCalls(repeated, missing);
		const isOverwrite = overwritten.length > 0;
		this.wasOverwritten ||= isOverwrite;
		const unclaimedEvents = overwritten.filter(
			(id) =>
				isEventId(id) && !this.recent.has(claimMarker(id)) && !this.recent.has(yieldMarker(id)),
		);
		return { missing, isOverwrite, unclaimedEvents };
	}

	/**
	 * Keeps what the next calls have to repeat, as long as another call can overwrite it.
	 * @param missing what the call has recorded again, because the store had lost it
	 */
	private remember(newIds: string[], missing: string[], { isShared, maxEntries }: EventRow): void {
		// If only this process uses the store, nothing but its own failed call can overwrite others: it
		// may still be running.
		if (!isShared && this.timers.now() - this.lastFailureAt > OVERWRITE_WINDOW_MS) return;
		if (newIds.length > 0) this.lastNewAt = this.timers.now();
		this.recent.add([...missing, ...newIds], maxEntries);
	}
}
