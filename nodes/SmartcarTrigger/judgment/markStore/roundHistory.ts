import { randomUUID } from 'node:crypto';
import { OVERWRITE_WINDOW_MS } from '../../storeCall';
import { judgedMarker, type Judgment } from './judgedMarkers';

export type EntryAction = 'record' | 'remove';

/**
 * What an execution records or removes: marks, which keep the states of conditions, and the marker
 * of its record (see `PendingRecord`).
 */
export interface StoreRequest {
	entries: string[];
	judgment: Judgment;
}

/** A change of an entry, made by an execution or made again after it was lost. */
export interface EntryChange {
	action: EntryAction;
	madeAt: number;
	judgment: Judgment;
}

/** Two calls of the store: the first one records entries, and the second one removes entries. */
interface Round {
	/** Counted by this process. */
	number: number;
	/** Unique to this round of this process. */
	roundMarker: string;
	lastCallEndedAt: number;
	/** By entry. */
	changes: Map<string, EntryChange>;
	/** Of the vehicles that were judged. */
	judgedMarkers: Set<string>;
	/** The round markers and judged markers of earlier rounds that it has removed. */
	removedMarkers: string[];
}

/**
 * Each round has three removal markers: the first one is used again by the next round, the second
 * one by the round after the next, and the third one by the round after that. The first one shows a
 * loss in the next round, unless the loss comes later. The others show it in the rounds after.
 */
const REMOVAL_MARKER_PERIODS = [1, 2, 3];

/**
 * The rounds of this process that n8n's store can still lose, and what it has lost of them.
 *
 * The store has no lock, so for ten seconds another process can overwrite a change with an older
 * list. The store cannot be read either. To learn whether it has an entry, a process records the
 * entry: the store returns those that it lacked.
 *
 * So besides the entries of executions, each round records markers of its own:
 * - A round marker. Each later round records it again. If the store lacks it then, it has lost the
 *   round, or a call of the round has failed.
 * - Removal markers, which the round records with its first call and removes with its second one.
 *   If a later round that records one finds it in the store, only the removals were lost: another
 *   process read the list between the two calls, and wrote it afterward.
 * - A judged marker for each vehicle, which tells other processes that this one has judged the
 *   vehicle.
 *
 * For each round call `begin()` (or `skip()`), `findLost()`, `endCall()`, `beginRemoving()` and
 * `endCall()`. `LostMarkRecovery` does, and decides which lost changes to repeat.
 */
export class RoundHistory {
	/** Oldest first, with the current one. */
	private rounds: Round[] = [];

	/** The round that is being made. */
	private current: Round | undefined;

	/** Round markers and judged markers that are no longer needed. The next round removes them. */
	private readonly obsoleteMarkers = new Set<string>();

	/** The beginning of the markers of this process. */
	private readonly markerPrefix = randomUUID();

	private roundCount = 0;

	constructor(private readonly now: () => number) {}

	get hasRounds(): boolean {
		return this.rounds.length > 0;
	}

	get hasObsoleteMarkers(): boolean {
		return this.obsoleteMarkers.size > 0;
	}

	/** When the last round with changes ended. Undefined if there is none. */
	get lastChangeEndedAt(): number | undefined {
		return this.rounds.findLast(({ changes }) => changes.size > 0)?.lastCallEndedAt;
	}

	/** The latest change of an entry. Undefined if it can no longer get lost, or is lost already. */
	latestChangeOf(entry: string): EntryChange | undefined {
		return this.rounds.findLast(({ changes }) => changes.has(entry))?.changes.get(entry);
	}

	/** What the current round does with an entry. */
	currentActionOf(entry: string): EntryAction | undefined {
		return this.current?.changes.get(entry)?.action;
	}

	/** Whether this process itself has judged the vehicle at the time that the marker names. */
	hasJudgedMarker(marker: string): boolean {
		return this.rounds.some(({ judgedMarkers }) => judgedMarkers.has(marker));
	}

	/** Whether this process still has to remove a marker that it has recorded itself. */
	isObsolete(marker: string): boolean {
		return this.obsoleteMarkers.has(marker);
	}

	/** Lets the next call remove markers that this process has recorded. */
	addObsolete(markers: Iterable<string>): void {
		for (const marker of markers) this.obsoleteMarkers.add(marker);
	}

	/** Forgets the rounds that can no longer get lost, or all if none of the others has a change. */
	forgetExpired(): void {
		const now = this.now();
		const isRecent = ({ lastCallEndedAt }: Round) => now - lastCallEndedAt <= OVERWRITE_WINDOW_MS;
		const hasRecentChange = this.rounds.some((round) => round.changes.size > 0 && isRecent(round));
		this.forget((round) => !hasRecentChange || !isRecent(round));
	}

	/**
	 * Begins a round.
	 * @param repeatedChanges those that were lost, by entry
	 * @param requests of the executions that record entries
	 * @returns the entries of executions and the markers that its first call is to record
	 */
	begin(
		repeatedChanges: ReadonlyMap<string, EntryChange>,
		requests: StoreRequest[],
	): { entries: string[]; markers: string[] } {
		const changes = new Map(repeatedChanges);
		this.addChanges(changes, requests, 'record');
		const judgments = [...changes.values(), ...requests].map(({ judgment }) => judgment);
		const number = ++this.roundCount;
		const round: Round = {
			number,
			roundMarker: `${this.markerPrefix} ${number}`,
			lastCallEndedAt: this.now(),
			changes,
			judgedMarkers: new Set(judgments.map(judgedMarker)),
			removedMarkers: [],
		};
		this.current = round;
		this.rounds.push(round);
		const markers = [
			...round.judgedMarkers,
			...this.rounds.map(({ roundMarker }) => roundMarker),
			...this.removalMarkersOf(round),
		];
		return { entries: entriesWith(round, 'record'), markers };
	}

	/** Call instead of `begin()` if there is nothing to record and no loss to find. */
	skip(): void {
		this.current = undefined;
	}

	/** Call once a call of the current round has succeeded. */
	endCall(): void {
		if (this.current) this.current.lastCallEndedAt = this.now();
	}

	/**
	 * Goes on with the current round.
	 * @param requests of the executions that remove entries
	 * @returns the entries of executions and the markers that its second call is to remove
	 */
	beginRemoving(requests: StoreRequest[]): string[] {
		const obsoleteMarkers = this.takeObsoleteMarkers();
		const round = this.current;
		if (!round) return [...requests.flatMap(({ entries }) => entries), ...obsoleteMarkers];
		round.removedMarkers = obsoleteMarkers;
		this.addChanges(round.changes, requests, 'remove');
		return [...entriesWith(round, 'remove'), ...obsoleteMarkers, ...this.removalMarkersOf(round)];
	}

	/**
	 * Finds the changes of earlier rounds that the store has lost, and forgets the rounds that it has
	 * lost.
	 * @param missing what the store did not have of all that the current round has recorded
	 * @returns the lost changes by entry
	 */
	findLost(missing: ReadonlySet<string>): Map<string, EntryChange> {
		const earlierRounds = this.rounds.filter((round) => round !== this.current);
		const roundsWithLostRemovals = this.findLostRemovals(earlierRounds, missing);
		const latestChanges = new Map<string, { change: EntryChange; isLost: boolean }>();
		for (const round of earlierRounds) {
			const isRoundLost = missing.has(round.roundMarker);
			const areRemovalsLost = isRoundLost || roundsWithLostRemovals.has(round);
			if (areRemovalsLost) this.addObsolete(round.removedMarkers.splice(0));
			for (const [entry, change] of round.changes)
				latestChanges.set(entry, {
					change,
					isLost: change.action === 'record' ? isRoundLost : areRemovalsLost,
				});
		}
		this.forget((round) => round !== this.current && missing.has(round.roundMarker));
		const lostChanges = new Map<string, EntryChange>();
		for (const [entry, { change, isLost }] of latestChanges)
			if (isLost) lostChanges.set(entry, change);
		return lostChanges;
	}

	/** The rounds that the store has, but whose removals it has lost. */
	private findLostRemovals(earlierRounds: Round[], missing: ReadonlySet<string>): Set<Round> {
		const { current } = this;
		if (!current) return new Set();
		const keptRounds = earlierRounds.filter(({ roundMarker }) => !missing.has(roundMarker));
		const presentMarkers = this.removalMarkersOf(current).filter((marker) => !missing.has(marker));
		// Each round records its removal markers anew, and then removes them. So if the store still has
		// one, it has lost the removals of the last round that used it.
		const lastRounds = presentMarkers.map((marker) =>
			keptRounds.findLast((round) => this.removalMarkersOf(round).includes(marker)),
		);
		return new Set(lastRounds.filter((round) => round !== undefined));
	}

	private removalMarkersOf({ number }: Round): string[] {
		return REMOVAL_MARKER_PERIODS.map(
			(period) => `${this.markerPrefix} removal ${number % period} of ${period}`,
		);
	}

	private addChanges(
		changes: Map<string, EntryChange>,
		requests: StoreRequest[],
		action: EntryAction,
	): void {
		for (const { entries, judgment } of requests)
			for (const entry of entries) changes.set(entry, { action, madeAt: this.now(), judgment });
	}

	/** Forgets all rounds. @returns the markers that are left to remove */
	end(): string[] {
		this.current = undefined;
		this.forget(() => true);
		return this.takeObsoleteMarkers();
	}

	private takeObsoleteMarkers(): string[] {
		// Two rounds can have the same judged marker. It stays as long as one of them is kept.
		const taken = [...this.obsoleteMarkers].filter((marker) => !this.hasJudgedMarker(marker));
		this.obsoleteMarkers.clear();
		return taken;
	}

	private forget(isForgotten: (round: Round) => boolean): void {
		for (const { roundMarker, judgedMarkers } of this.rounds.filter(isForgotten))
			this.addObsolete([roundMarker, ...judgedMarkers]);
		this.rounds = this.rounds.filter((round) => !isForgotten(round));
	}
}

/** The entries that a round changes in this way. */
const entriesWith = ({ changes }: Round, action: EntryAction): string[] =>
	[...changes].flatMap(([entry, change]) => (change.action === action ? [entry] : []));
