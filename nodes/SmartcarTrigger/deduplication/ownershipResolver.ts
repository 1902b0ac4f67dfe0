import type { StoreTimers } from '../storeCall';
import { ClaimBudget } from './claimBudget';
import { claimMarker, yieldMarker } from './markers';
import {
	LOSS_CHECK_AFTER_MS,
	type EventRow,
	type Loss,
	type RecordResult,
	type RestoringRecorder,
} from './restoringRecorder';

/**
 * What has become of an ID or a marker that this process has recorded:
 * - `intact`: no loss was found.
 * - `overwritten`: the store had lost it, so this process has recorded it again.
 * - `recordedByOther`: the store had lost the marker of the call, but still had the ID. So another
 *   process has recorded the ID, too.
 */
type OverwriteResult = 'intact' | 'overwritten' | 'recordedByOther';

/** An ID or a marker that another process may have recorded, too. */
interface Review {
	/** Of the call that recorded the ID. */
	callMarker: string;
	/** As far as it is known. */
	result: OverwriteResult;
}

/** A call that has found events new. */
interface NewEventsCall {
	/** The new events of one execution. */
	newIds: string[];
	/** Those of them that only one process may get. */
	idsToConfirm: ReadonlySet<string>;
	callMarker: string;
}

/** Records IDs at the next turn of this process. Without IDs it only checks for lost writes. */
type RecordAtNextTurn = (ids: string[], row: EventRow) => Promise<RecordResult>;

/**
 * Decides which process owns an event that two processes may have found new, because their calls of
 * n8n's deduplication store have overlapped, so that one has overwritten the other.
 *
 * Half a second later, a process checks whether its call was overwritten:
 * - If another process has recorded the event, too, this one yields the event to it.
 * - Otherwise it claims the event a second time, with a marker. Only one process gets this claim.
 *
 * Most calls do not seem to overlap another one, so executions get their events without this check.
 * If such a call turns out to be overwritten, the process claims its events at once, so that no
 * other process gets them, too.
 *
 * Markers take room in the store, so a process makes few claims (see `ClaimBudget`).
 */
export class OwnershipResolver {
	/** By the ID of an event that no execution has got yet, or by yield marker. */
	private readonly reviews = new Map<string, Review>();

	/** For events that executions already have. */
	private claimMarkersToRecord: string[] = [];

	/** For the events of `resolve()`. */
	private readonly newEventBudget: ClaimBudget;

	/** For events that executions already have. */
	private readonly lostEventBudget: ClaimBudget;

	constructor(
		private readonly recorder: RestoringRecorder,
		private readonly recordAtNextTurn: RecordAtNextTurn,
		private readonly timers: Pick<StoreTimers, 'sleep' | 'now'>,
	) {
		this.newEventBudget = new ClaimBudget(timers.now);
		this.lostEventBudget = new ClaimBudget(timers.now);
	}

	/**
	 * Returns the new events without those that another process gets. Call for a call that may have
	 * overlapped one of another process.
	 */
	async resolve(
		{ newIds, idsToConfirm, callMarker }: NewEventsCall,
		row: EventRow,
	): Promise<string[]> {
		const toConfirm = newIds.filter((id) => idsToConfirm.has(id));
		const ids = toConfirm.slice(0, this.newEventBudget.take(toConfirm.length, row.maxEntries));
		// Beyond the budget, events are not checked, and count as new.
		if (ids.length === 0) return newIds;
		// If another process has the same phase, this check finds the loss. The schedule then chooses
		// another phase, so that the claims below do not clash again.
		await this.checkForOverwriteLater(ids, callMarker, row);
		const recordedByOther = ids.filter((id) => this.resultOf(id) === 'recordedByOther');
		const yielded = await this.yieldToOtherProcess(recordedByOther, row);
		const claimedByOther = await this.claimAgain(
			ids.filter((id) => !yielded.includes(id)),
			row,
		);
		for (const id of ids) this.reviews.delete(id);
		return newIds.filter((id) => !yielded.includes(id) && !claimedByOther.includes(id));
	}

	/** Call after each call of the store that has found a loss. */
	onLoss({ missing, isOverwrite, unclaimedEvents }: Loss, row: EventRow): void {
		for (const [id, review] of this.reviews) {
			if (review.result !== 'intact') continue;
			if (missing.has(id)) review.result = 'overwritten';
			else if (missing.has(review.callMarker)) review.result = 'recordedByOther';
		}
		if (!isOverwrite || !row.isShared) return;
		// Another process may have found these events new, and may claim them. It must not get them,
		// since executions of this process already have them. `resolve()` decides about those that are
		// under review.
		const events = unclaimedEvents.filter((id) => !this.reviews.has(id));
		const count = this.lostEventBudget.take(events.length, row.maxEntries);
		this.claimMarkersToRecord.push(...events.slice(0, count).map(claimMarker));
	}

	/** Removes and returns the markers that the next call is to record. */
	takeClaimMarkers(): string[] {
		return this.claimMarkersToRecord.splice(0);
	}

	private resultOf(id: string): OverwriteResult | undefined {
		return this.reviews.get(id)?.result;
	}

	/** Claims events a second time. @returns those that another process has claimed */
	private async claimAgain(ids: string[], row: EventRow): Promise<string[]> {
		if (ids.length === 0) return [];
		const { newIds } = await this.recordAtNextTurn(ids.map(claimMarker), row);
		return ids.filter((id) => !newIds.includes(claimMarker(id)));
	}

	/**
	 * Yields events to the process that has recorded them, too, and may not know of this one.
	 *
	 * If a third process has overwritten both, both find the event recorded by another one, and both
	 * yield. So each records a yield marker, and yields only if its marker is the first one and is
	 * still intact half a second later.
	 *
	 * A late call of this process can overwrite the marker of the other one. So this process first
	 * waits until the other one has had time to restore its marker, and does not yield if another
	 * call was late meanwhile.
	 * @returns the events that this process yields
	 */
	private async yieldToOtherProcess(ids: string[], row: EventRow): Promise<string[]> {
		if (ids.length === 0) return [];
		const { lastLateCallAt } = this.recorder;
		await this.timers.sleep(this.recorder.untilOthersRestoredMs);
		const { newIds: markers, callMarker } = await this.recordAtNextTurn(ids.map(yieldMarker), row);
		if (callMarker === undefined) return [];
		await this.checkForOverwriteLater(markers, callMarker, row);
		const intact = markers.filter((marker) => this.resultOf(marker) === 'intact');
		for (const marker of markers) this.reviews.delete(marker);
		const wasLate = this.recorder.lastLateCallAt !== lastLateCallAt;
		// After ten seconds, or for lack of room, the recorder no longer checks whether the call was
		// overwritten. Then nothing shows that the markers are intact.
		const isWatched = this.recorder.hasRecorded(callMarker);
		if (wasLate || !isWatched) return [];
		return ids.filter((id) => intact.includes(yieldMarker(id)));
	}

	/**
	 * Waits half a second, and then lets a call find out what has become of these IDs. See
	 * `resultOf`.
	 */
	private async checkForOverwriteLater(
		ids: string[],
		callMarker: string,
		row: EventRow,
	): Promise<void> {
		for (const id of ids) this.reviews.set(id, { callMarker, result: 'intact' });
		await this.timers.sleep(LOSS_CHECK_AFTER_MS);
		await this.recordAtNextTurn([], row);
	}
}
