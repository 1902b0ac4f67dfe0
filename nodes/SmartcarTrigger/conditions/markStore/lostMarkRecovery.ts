import { randomUUID } from 'node:crypto';
import { OVERWRITE_WINDOW_MS } from '../../storeCall';
import { judgedMarker, judgedMarkersAfter, type JudgedAt } from './judgedMarkers';

export type MarkAction = 'record' | 'remove';

/** A change of a mark, made by an execution or made again after it was lost. */
interface MarkChange {
	action: MarkAction;
	madeAt: number;
	judgedAt: JudgedAt;
}

/** The marks that an execution records or removes. */
export interface MarkRequest {
	marks: string[];
	judgedAt: JudgedAt;
}

/** Two calls of the store: one that records marks, and one that removes marks. */
interface Round {
	/** Counted by this process. */
	number: number;
	/** Only this round records it. */
	roundMarker: string;
	lastCallEndedAt: number;
	changes: Map<string, MarkChange>;
	/** Of the vehicles that were judged. */
	judgedMarkers: Set<string>;
	/** The round markers and judged markers of earlier rounds that it has removed. */
	removedMarkers: string[];
}

/**
 * A round has three removal markers: one that every round has, one that every second round has, and
 * one that every third round has. The next round removes the first one again, perhaps before it
 * could see a loss. The others still show it in the rounds after.
 */
const REMOVAL_MARKER_PERIODS = [1, 2, 3];

/** The longest time between two checks for lost changes, as long as changes can get lost. */
const MAX_CHECK_INTERVAL_MS = 1_000;

/**
 * The deliveries of a vehicle are normally at least a second apart (see `waitBeforeExecution`), so
 * within this time another process seldom changes a mark of the vehicle.
 */
const ASSUMED_UNCHANGED_MS = 900;

/**
 * Finds the changes of this process that n8n's store has lost, and repeats them.
 *
 * A mark keeps a state of a condition for a vehicle. A marker is recorded only to find out what
 * another process has overwritten or done.
 *
 * The store has no lock, so for ten seconds another process can overwrite a change with an older
 * list. The store cannot be read either. To learn whether it has a mark, a process records the
 * mark: the store returns those marks that it lacked.
 *
 * Each round therefore also records markers:
 * - A round marker. If the store lacks it later, it has lost the round, or the call failed.
 * - Removal markers, which the round records with the first call and removes with the second one.
 *   If a later round that records one finds it in the store, only the removals were lost: another
 *   process read the list between the two calls, and wrote it afterward.
 * - A judged marker for each vehicle, which tells other processes that this one has judged the
 *   vehicle.
 *
 * A lost removal is repeated by the next round (`lostInLastCall`, then `toRepeat`).
 *
 * A lost record is repeated only if no other process has judged the vehicle since, because that
 * process may have removed the mark: a condition may be reported twice, but must not be missed. So
 * the next round asks for the judged markers of the seconds since, and the round after it repeats
 * the record (`lostInLastCall`, `recordsToVerify`, then `toRepeat`).
 *
 * For each round call `beginRecording()`, `afterRecording()`, `beginRemoving()` and
 * `afterRemoving()`, those with `after` once the call of the store has succeeded.
 */
export class LostMarkRecovery {
	/** Those that can still get lost, oldest first. */
	private rounds: Round[] = [];

	/** The round that is being made. */
	private currentRound: Round | undefined;

	/** The changes that the last call found lost. */
	private readonly lostInLastCall = new Map<string, MarkChange>();

	/** Lost records. The next round asks whether another process has judged the vehicle since. */
	private readonly recordsToVerify = new Map<string, MarkChange>();

	/** The judged markers for which the current round asks, for each mark of `recordsToVerify`. */
	private judgedMarkersByMark = new Map<string, string[]>();

	/** Lost changes that the next round makes again. */
	private readonly toRepeat = new Map<string, MarkChange>();

	/**
	 * The round markers and judged markers that are no longer needed. The next round removes them.
	 */
	private readonly obsoleteMarkers = new Set<string>();

	/** The beginning of the markers of this process. */
	private readonly markerPrefix = randomUUID();

	private roundCount = 0;

	private lastCallAt = -Infinity;

	constructor(private readonly now: () => number) {}

	/** Whether anything has to be repeated, removed or checked, now or later. */
	needsRounds(): boolean {
		this.forgetExpired();
		return this.hasChangesToRepeat || this.rounds.length + this.obsoleteMarkers.size > 0;
	}

	/** Whether to make a round now, although no execution waits. Call only if `needsRounds()`. */
	isRoundDue(): boolean {
		this.forgetExpired();
		if (this.hasChangesToRepeat) return true;
		const lastRound = this.rounds.findLast(({ changes }) => changes.size > 0);
		// No change can get lost any more, so only markers are left to remove.
		if (!lastRound) return true;
		// At longer and longer intervals.
		const intervalMs = Math.min(MAX_CHECK_INTERVAL_MS, this.lastCallAt - lastRound.lastCallEndedAt);
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
	 * The caller records these marks again itself, so this class does not.
	 * @returns whether the last call found one of them lost
	 */
	leaveRepeatToCaller(marks: string[]): boolean {
		const lostMarks = marks.filter((mark) => this.lostInLastCall.delete(mark));
		this.cancelRepeat(lostMarks);
		return lostMarks.length > 0;
	}

	/** What this process has just done with a mark. The store may not show it yet. */
	recentAction(mark: string): MarkAction | undefined {
		const latest = this.rounds.findLast(({ changes }) => changes.has(mark))?.changes.get(mark);
		return latest && this.isProbablyUnchanged(latest)
			? latest.action
			: this.actionOfLostChange(mark);
	}

	/** What this process had done with a mark, if the store has lost it. */
	actionOfLostChange(mark: string): MarkAction | undefined {
		const change =
			this.lostInLastCall.get(mark) ?? this.recordsToVerify.get(mark) ?? this.toRepeat.get(mark);
		// Another process may have removed a mark that was recorded earlier. If it counts as recorded,
		// the condition may be missed. If not, it may be reported twice, which is better.
		return change && (change.action === 'remove' || this.isProbablyUnchanged(change))
			? change.action
			: undefined;
	}

	/**
	 * Whether this process may record a mark again that the store has lost. Call after
	 * `afterRecording()`.
	 */
	mayRepeatRecord(mark: string): boolean {
		return (
			this.recordsToVerify.has(mark) ||
			this.toRepeat.get(mark)?.action === 'record' ||
			this.currentRound?.changes.get(mark)?.action === 'record'
		);
	}

	/** Begins a round for these executions. @returns all marks to record */
	beginRecording(requests: MarkRequest[]): string[] {
		this.forgetExpired();
		this.lostInLastCall.clear();
		this.lastCallAt = this.now();
		this.cancelRepeat(requests.flatMap(({ marks }) => marks));
		this.judgedMarkersByMark = new Map(
			[...this.recordsToVerify].map(([mark, change]) => [
				mark,
				this.judgedMarkersSince(change.judgedAt),
			]),
		);
		if (!this.hasChangesToRepeat && requests.length + this.rounds.length === 0) {
			this.currentRound = undefined;
			return [];
		}
		const round = this.createRound(requests);
		this.currentRound = round;
		this.rounds.push(round);
		return [
			...marksWith(round, 'record'),
			...[...this.judgedMarkersByMark.values()].flat(),
			...round.judgedMarkers,
			...this.rounds.map(({ roundMarker }) => roundMarker),
			...this.removalMarkersOf(round),
		];
	}

	/**
	 * Call once the marks are recorded.
	 * @param missing those of `beginRecording()` that the store did not have
	 */
	afterRecording(missing: ReadonlySet<string>): void {
		this.findLostChanges(missing);
		this.decideRepeats(missing);
		for (const [mark, change] of this.lostInLastCall) {
			const isReplaced = this.currentRound?.changes.has(mark) === true;
			// Otherwise a store that keeps nothing would be called for ever.
			const isTooOld = this.now() - change.madeAt >= OVERWRITE_WINDOW_MS;
			if (isReplaced || isTooOld) continue;
			if (change.action === 'record') this.recordsToVerify.set(mark, change);
			else this.toRepeat.set(mark, change);
		}
		if (this.currentRound) this.currentRound.lastCallEndedAt = this.now();
	}

	/** Goes on with the round for these executions. @returns all marks to remove */
	beginRemoving(requests: MarkRequest[]): string[] {
		const requested = requests.flatMap(({ marks }) => marks);
		this.cancelRepeat(requested);
		// Two rounds can have the same marker. It stays as long as one of them is watched.
		const obsoleteMarkers = [...this.obsoleteMarkers].filter(
			(marker) => !this.isJudgedMarkerOfRound(marker),
		);
		this.obsoleteMarkers.clear();
		const round = this.currentRound;
		if (!round) return [...requested, ...obsoleteMarkers];
		round.removedMarkers = obsoleteMarkers;
		this.addChanges(round.changes, requests, 'remove');
		return [...marksWith(round, 'remove'), ...obsoleteMarkers, ...this.removalMarkersOf(round)];
	}

	/** Call once the marks are removed. */
	afterRemoving(): void {
		if (this.currentRound) this.currentRound.lastCallEndedAt = this.now();
	}

	/**
	 * The judged markers that other processes have recorded if they have judged the vehicle after
	 * this time. Leaves out the seconds in which this process has judged it.
	 */
	judgedMarkersSince(judgedAt: JudgedAt): string[] {
		return judgedMarkersAfter(judgedAt).filter((marker) => !this.isJudgedMarkerOfRound(marker));
	}

	/**
	 * Whether another process has recorded one of these judged markers. This process has recorded
	 * those that the store did not have, so it removes them again. Call after `afterRecording()`.
	 */
	isJudgedByOther(judgedMarkers: string[], missing: ReadonlySet<string>): boolean {
		const present = judgedMarkers.filter((marker) => !missing.has(marker));
		// This process has asked for an obsolete marker before, and the store has lost its removal.
		const isByOther = present.some((marker) => !this.obsoleteMarkers.has(marker));
		for (const marker of judgedMarkers) if (missing.has(marker)) this.obsoleteMarkers.add(marker);
		return isByOther;
	}

	/** Forgets what can no longer get lost. */
	private forgetExpired(): void {
		const now = this.now();
		for (const [mark, { madeAt }] of this.recordsToVerify)
			if (now - madeAt > OVERWRITE_WINDOW_MS) this.recordsToVerify.delete(mark);
		const isRecent = ({ lastCallEndedAt }: Round) => now - lastCallEndedAt <= OVERWRITE_WINDOW_MS;
		const hasRecentChange = this.rounds.some((round) => round.changes.size > 0 && isRecent(round));
		this.forgetRounds((round) => !hasRecentChange || !isRecent(round));
	}

	/** Call if newer changes of these marks are to be made. */
	private cancelRepeat(marks: string[]): void {
		for (const mark of marks) {
			this.recordsToVerify.delete(mark);
			this.toRepeat.delete(mark);
		}
	}

	private createRound(requests: MarkRequest[]): Round {
		const changes = new Map(this.toRepeat);
		this.toRepeat.clear();
		this.addChanges(changes, requests, 'record');
		const times = [...changes.values(), ...requests].map(({ judgedAt }) => judgedAt);
		const number = ++this.roundCount;
		return {
			number,
			roundMarker: `${this.markerPrefix} ${number}`,
			lastCallEndedAt: this.now(),
			changes,
			judgedMarkers: new Set(times.map(judgedMarker)),
			removedMarkers: [],
		};
	}

	private addChanges(
		changes: Map<string, MarkChange>,
		requests: MarkRequest[],
		action: MarkAction,
	): void {
		for (const { marks, judgedAt } of requests)
			for (const mark of marks) changes.set(mark, { action, madeAt: this.now(), judgedAt });
	}

	/**
	 * Repeats the lost records of vehicles that no other process has judged since, and drops the
	 * others.
	 */
	private decideRepeats(missing: ReadonlySet<string>): void {
		for (const [mark, judgedMarkers] of this.judgedMarkersByMark) {
			const change = this.recordsToVerify.get(mark);
			const isJudgedByOther = this.isJudgedByOther(judgedMarkers, missing);
			if (change && !isJudgedByOther) this.toRepeat.set(mark, change);
			this.recordsToVerify.delete(mark);
		}
	}

	/**
	 * Finds the changes of earlier rounds that the store has lost, and forgets the rounds that it has
	 * lost.
	 */
	private findLostChanges(missing: ReadonlySet<string>): void {
		const earlierRounds = this.rounds.filter((round) => round !== this.currentRound);
		const roundsWithLostRemovals = this.findLostRemovals(earlierRounds, missing);
		const latestChanges = new Map<string, { change: MarkChange; isLost: boolean }>();
		for (const round of earlierRounds) {
			const isRoundLost = missing.has(round.roundMarker);
			const areRemovalsLost = isRoundLost || roundsWithLostRemovals.has(round);
			if (areRemovalsLost)
				for (const marker of round.removedMarkers.splice(0)) this.obsoleteMarkers.add(marker);
			for (const [mark, change] of round.changes)
				latestChanges.set(mark, {
					change,
					isLost: change.action === 'record' ? isRoundLost : areRemovalsLost,
				});
		}
		for (const [mark, { change, isLost }] of latestChanges)
			if (isLost) this.lostInLastCall.set(mark, change);
		this.forgetRounds((round) => round !== this.currentRound && missing.has(round.roundMarker));
	}

	/** Of the rounds that the store has, those whose removals it has lost. */
	private findLostRemovals(earlierRounds: Round[], missing: ReadonlySet<string>): Set<Round> {
		const { currentRound } = this;
		if (!currentRound) return new Set();
		const keptRounds = earlierRounds.filter(({ roundMarker }) => !missing.has(roundMarker));
		const presentMarkers = this.removalMarkersOf(currentRound).filter((mark) => !missing.has(mark));
		// Each round records its removal markers anew, and then removes them. So one that the store
		// still has shows that the last round with it has lost its removals.
		const lastRounds = presentMarkers.map((marker) =>
			keptRounds.findLast((round) => this.removalMarkersOf(round).includes(marker)),
		);
		return new Set(lastRounds.filter((round) => round !== undefined));
	}

	private isJudgedMarkerOfRound(marker: string): boolean {
		return this.rounds.some(({ judgedMarkers }) => judgedMarkers.has(marker));
	}

	private removalMarkersOf({ number }: Round): string[] {
		return REMOVAL_MARKER_PERIODS.map(
			(period) => `${this.markerPrefix} removal ${number % period} of ${period}`,
		);
	}

	private forgetRounds(isForgotten: (round: Round) => boolean): void {
		for (const { roundMarker, judgedMarkers } of this.rounds.filter(isForgotten))
			for (const marker of [roundMarker, ...judgedMarkers]) this.obsoleteMarkers.add(marker);
		this.rounds = this.rounds.filter((round) => !isForgotten(round));
	}

	/** Whether no other process is likely to have changed the mark since. */
	private isProbablyUnchanged({ madeAt }: MarkChange): boolean {
		return this.now() - madeAt < ASSUMED_UNCHANGED_MS;
	}
}

/** The marks that a round changes in this way. */
const marksWith = ({ changes }: Round, action: MarkAction): string[] =>
	[...changes].flatMap(([mark, change]) => (change.action === action ? [mark] : []));
