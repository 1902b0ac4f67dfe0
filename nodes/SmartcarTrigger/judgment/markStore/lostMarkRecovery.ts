import { OVERWRITE_WINDOW_MS } from '../../storeCall';
import { judgedMarkersAfter, type Judgment } from './judgedMarkers';
import {
	RoundHistory,
	type EntryAction,
	type EntryChange,
	type StoreRequest,
} from './roundHistory';

/** The longest time between two checks for lost changes, as long as changes can get lost. */
const MAX_CHECK_INTERVAL_MS = 1_000;

/**
 * The deliveries of a vehicle are normally at least a second apart (see `waitBeforeExecution`), so
 * within this time another process seldom changes a mark of the vehicle.
 */
const ASSUMED_UNCHANGED_MS = 900;

/**
 * Repeats the changes of this process that n8n's store has lost. `RoundHistory` finds them.
 *
 * A lost removal is repeated by the next round (it goes from `lostInLastCall` to `toRepeat`).
 *
 * A lost record is repeated only if no other process has judged the vehicle since, because that
 * process may have removed the mark: a condition may be reported twice, but must not be missed. So
 * the next round asks whether the store has a judged marker of the seconds since, and the round
 * after it repeats the record (it goes from `lostInLastCall` to `recordsToVerify` to `toRepeat`).
 *
 * For each round call `beginRecording()`, `afterRecording()`, `beginRemoving()` and
 * `afterRemoving()`, those with `after` once the call of the store has succeeded.
 */
export class LostMarkRecovery {
	private readonly history: RoundHistory;

	/** The changes that the last call found lost. */
	private readonly lostInLastCall = new Map<string, EntryChange>();

	/** Lost records. The next round asks whether another process has judged the vehicle since. */
	private readonly recordsToVerify = new Map<string, EntryChange>();

	/** The judged markers for which the current round asks, for each entry of `recordsToVerify`. */
	private askedMarkersByEntry = new Map<string, string[]>();

	/** Lost changes that the next round makes again. */
	private readonly toRepeat = new Map<string, EntryChange>();

	private lastCallAt = -Infinity;

	constructor(private readonly now: () => number) {
		this.history = new RoundHistory(now);
	}

	/** Whether anything has to be repeated, removed or checked, now or later. */
	needsRounds(): boolean {
		this.forgetExpired();
		const { hasRounds, hasObsoleteMarkers } = this.history;
		return this.hasChangesToRepeat || hasRounds || hasObsoleteMarkers;
	}

	/** Whether to make a round now, although no execution waits. Call only if `needsRounds()`. */
	isRoundDue(): boolean {
		this.forgetExpired();
		if (this.hasChangesToRepeat) return true;
		const { lastChangeEndedAt } = this.history;
		// No change can get lost any more, so only markers are left to remove.
		if (lastChangeEndedAt === undefined) return true;
		// At longer and longer intervals.
		const intervalMs = Math.min(MAX_CHECK_INTERVAL_MS, this.lastCallAt - lastChangeEndedAt);
		return this.now() - this.lastCallAt >= intervalMs;
	}

	/** Whether the last call found that another process has overwritten a change. */
	get lastCallFoundLoss(): boolean {
		return this.lostInLastCall.size > 0;
	}

	/** Whether lost changes wait for the next round. */
	get hasChangesToRepeat(): boolean {
		return this.recordsToVerify.size + this.toRepeat.size > 0;
	}

	/**
	 * If the last call found one of these entries lost, leaves it to the caller to record all of them
	 * again.
	 * @returns whether it did
	 */
	leaveRepeatToCaller(entries: string[]): boolean {
		const lostEntries = entries.filter((entry) => this.lostInLastCall.delete(entry));
		this.cancelRepeat(lostEntries);
		return lostEntries.length > 0;
	}

	/** What this process has just done with a mark. The store may not show it yet. */
	recentAction(mark: string): EntryAction | undefined {
		const latest = this.history.latestChangeOf(mark);
		return latest && this.isProbablyUnchanged(latest)
			? latest.action
			: this.actionOfLostChange(mark);
	}

	/** What this process had done with a mark, if the store has lost it. */
	actionOfLostChange(mark: string): EntryAction | undefined {
		const change =
			this.lostInLastCall.get(mark) ?? this.recordsToVerify.get(mark) ?? this.toRepeat.get(mark);
		// Another process may have removed a mark that was recorded earlier. If it counts as recorded,
		// the condition may be missed. If not, it may be reported twice, which is better.
		return change && (change.action === 'remove' || this.isProbablyUnchanged(change))
			? change.action
			: undefined;
	}

	/**
	 * Whether this process records a mark in the current round, or may record it again because the
	 * store has lost it. Call after `afterRecording()`.
	 */
	mayRepeatRecord(mark: string): boolean {
		return (
			this.recordsToVerify.has(mark) ||
			this.toRepeat.get(mark)?.action === 'record' ||
			this.history.currentActionOf(mark) === 'record'
		);
	}

	/** Begins a round for these executions. @returns all that its first call is to record */
	beginRecording(requests: StoreRequest[]): string[] {
		this.forgetExpired();
		this.lostInLastCall.clear();
		this.lastCallAt = this.now();
		this.cancelRepeat(requests.flatMap(({ entries }) => entries));
		this.askedMarkersByEntry = new Map(
			[...this.recordsToVerify].map(([entry, change]) => [
				entry,
				this.judgedMarkersSince(change.judgment),
			]),
		);
		if (!this.hasChangesToRepeat && requests.length === 0 && !this.history.hasRounds) {
			this.history.skip();
			return [];
		}
		const { entries, markers } = this.history.begin(this.toRepeat, requests);
		this.toRepeat.clear();
		return [...entries, ...[...this.askedMarkersByEntry.values()].flat(), ...markers];
	}

	/**
	 * Call once the entries are recorded.
	 * @param missing those of `beginRecording()` that the store did not have
	 */
	afterRecording(missing: ReadonlySet<string>): void {
		for (const [entry, change] of this.history.findLost(missing))
			this.lostInLastCall.set(entry, change);
		this.repeatVerifiedRecords(missing);
		for (const [entry, change] of this.lostInLastCall) {
			const isReplaced = this.history.currentActionOf(entry) !== undefined;
			// Otherwise a store that keeps nothing would be called for ever.
			const isTooOld = this.now() - change.madeAt >= OVERWRITE_WINDOW_MS;
			if (isReplaced || isTooOld) continue;
			if (change.action === 'record') this.recordsToVerify.set(entry, change);
			else this.toRepeat.set(entry, change);
		}
		this.history.endCall();
	}

	/** Goes on with the round for these executions. @returns all that its second call is to remove */
	beginRemoving(requests: StoreRequest[]): string[] {
		this.cancelRepeat(requests.flatMap(({ entries }) => entries));
		return this.history.beginRemoving(requests);
	}

	/** Call once the entries are removed. */
	afterRemoving(): void {
		this.history.endCall();
	}

	/**
	 * The judged markers that the store has if another process has judged the vehicle after a
	 * judgment of this one. Leaves out the seconds in which this process has judged it again.
	 */
	judgedMarkersSince(judgment: Judgment): string[] {
		return judgedMarkersAfter(judgment).filter((marker) => !this.history.hasJudgedMarker(marker));
	}

	/**
	 * Finds out whether another process has recorded one of the judged markers for which the last
	 * call asked. Those that the store did not have were recorded by asking, so the next call removes
	 * them. Call after `afterRecording()`.
	 */
	checkJudgedByOther(askedMarkers: string[], missing: ReadonlySet<string>): boolean {
		const present = askedMarkers.filter((marker) => !missing.has(marker));
		// An obsolete marker comes from an earlier question of this process: the store has lost its
		// removal.
		const isByOther = present.some((marker) => !this.history.isObsolete(marker));
		this.history.addObsolete(askedMarkers.filter((marker) => missing.has(marker)));
		return isByOther;
	}

	/**
	 * Call once no other process uses the store any more.
	 * @returns the markers that are left to remove
	 */
	endRounds(): string[] {
		// No further round would clear it, so its changes would be repeated later.
		this.lostInLastCall.clear();
		return this.history.end();
	}

	/** Forgets what can no longer get lost. */
	private forgetExpired(): void {
		const now = this.now();
		for (const [entry, { madeAt }] of this.recordsToVerify)
			if (now - madeAt > OVERWRITE_WINDOW_MS) this.recordsToVerify.delete(entry);
		this.history.forgetExpired();
	}

	/** Call if newer changes of these entries are to be made. */
	private cancelRepeat(entries: string[]): void {
		for (const entry of entries) {
			this.recordsToVerify.delete(entry);
			this.toRepeat.delete(entry);
		}
	}

	/**
	 * Lets the next round repeat the lost records of vehicles that no other process has judged since,
	 * and drops the others.
	 */
	private repeatVerifiedRecords(missing: ReadonlySet<string>): void {
		for (const [entry, askedMarkers] of this.askedMarkersByEntry) {
			const change = this.recordsToVerify.get(entry);
			const isJudgedByOther = this.checkJudgedByOther(askedMarkers, missing);
			if (change && !isJudgedByOther) this.toRepeat.set(entry, change);
			this.recordsToVerify.delete(entry);
		}
	}

	/** Whether no other process is likely to have changed the mark since. */
	private isProbablyUnchanged({ madeAt }: EntryChange): boolean {
		return this.now() - madeAt < ASSUMED_UNCHANGED_MS;
	}
}
