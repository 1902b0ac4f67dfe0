import { randomUUID } from 'node:crypto';
import { OVERWRITE_WINDOW_MS } from '../overwriteWindow';
import { judgementMark, judgementMarksAfter, type JudgementTime } from './judgementMarks';

export type MarkAction = 'record' | 'remove';

interface MarkChange {
	action: MarkAction;
	madeAt: number;
	judgement: JudgementTime;
}

/** The marks that an execution records or removes. */
export interface MarkRequest {
	marks: string[];
	judgement: JudgementTime;
}

/** What one round has changed. */
interface Round {
	/** A mark that only this round records. */
	roundMarker: string;
	madeAt: number;
	changes: Map<string, MarkChange>;
	/** See `judgementMark`. */
	judgementMarks: Set<string>;
	/** The markers and judgement marks of earlier rounds that it removed. */
	removed: string[];
}

/** How often a process looks for lost writes at least, until they cannot get lost any more. */
const MAX_CHECK_INTERVAL_MS = 1_000;

/**
 * The events of a vehicle are at least a second apart (see `spaceExecutions`), so for this long no other
 * process has a reason to change a mark of the vehicle.
 */
const UNCHANGED_MS = 900;

/**
 * What this process has changed in n8n's store in the last ten seconds. The store has no lock, so another
 * process can overwrite it with an older list. Then this process makes the change again. But it does not
 * record a mark again if another process has judged the vehicle since, because that process may have removed
 * it: a condition may be reported twice, but is not missed.
 *
 * A round first records marks, then removes marks. The store cannot be read. To learn whether it has a
 * mark, a round records the mark: the store returns those that it lacked.
 *
 * - A round records a marker of its own. If the store lacks it later, it has lost the round, or the call
 *   failed.
 * - Each round also records a removal marker first, and removes it last. If the store has it in the next round,
 *   it has lost what the round before removed: another process read the list between the two calls, and
 *   wrote it afterwards.
 * - For each event, a process records a note that it has judged the vehicle. Before it records a lost mark
 *   again, it asks for the judgement marks of the seconds since.
 */
export class LostMarkRecovery {
	/** Those that can still get lost, oldest first. */
	private rounds: Round[] = [];

	/** The round that is being made. */
	private currentRound: Round | undefined;

	/** The changes that the last call found lost. */
	private readonly lost = new Map<string, MarkChange>();

	/** Marks whose record got lost. The next round asks whether another process has judged the vehicle since. */
	private readonly toCheck = new Map<string, MarkChange>();

	/** The judgement marks for which the current round asks, for each mark to check. */
	private askedJudgementMarks = new Map<string, string[]>();

	/** Lost changes that the next round makes again. */
	private readonly toRepeat = new Map<string, MarkChange>();

	/** Markers and judgement marks that are no longer needed. */
	private readonly obsoleteMarks = new Set<string>();

	private readonly removalMarker = randomUUID();

	private roundCount = 0;

	private lastCallAt = -Infinity;

	constructor(private readonly now: () => number) {}

	/** Whether nothing has to be made or watched any more. */
	get isEmpty(): boolean {
		this.dropExpired();
		return !this.hasChangesToRepeat && this.rounds.length + this.obsoleteMarks.size === 0;
	}

	/** Whether to make a round now, although no execution waits. */
	get isRoundDue(): boolean {
		this.dropExpired();
		const lastChange = this.rounds.findLast(({ changes }) => changes.size > 0);
		if (this.hasChangesToRepeat || !lastChange) return true;
		// At longer and longer intervals.
		const intervalMs = Math.min(MAX_CHECK_INTERVAL_MS, this.lastCallAt - lastChange.madeAt);
		return this.now() - this.lastCallAt >= intervalMs;
	}

	/** Whether the last call found that another process has overwritten a change. */
	get lastCallFoundLoss(): boolean {
		return this.lost.size > 0;
	}

	/**
	 * Forgets that this process has recorded marks, if the last call found the record lost.
	 * @returns whether it did
	 */
	forgetLostRecord(marks: string[]): boolean {
		const lostMarks = marks.filter((mark) => this.lost.delete(mark));
		this.cancelRepeat(lostMarks);
		return lostMarks.length > 0;
	}

	/** Whether lost changes wait for the next round. */
	get hasChangesToRepeat(): boolean {
		return this.toCheck.size + this.toRepeat.size > 0;
	}

	/** What this process has just done with a mark. The store may not show it yet. */
	lastAction(mark: string): MarkAction | undefined {
		const latest = this.rounds.findLast(({ changes }) => changes.has(mark))?.changes.get(mark);
		return latest && this.isUnchanged(latest) ? latest.action : this.lostAction(mark);
	}

	/** What this process had done with a mark, if the store has lost it. */
	lostAction(mark: string): MarkAction | undefined {
		const change = this.lost.get(mark) ?? this.toCheck.get(mark) ?? this.toRepeat.get(mark);
		// Another process may have removed a mark that was recorded earlier. If it counts as recorded, the
		// condition may be missed. If not, it may be reported twice, which is better.
		return change && (change.action === 'remove' || this.isUnchanged(change))
			? change.action
			: undefined;
	}

	/** Begins a round for these executions. @returns all marks to record */
	beginRecording(requests: MarkRequest[]): string[] {
		this.dropExpired();
		this.lost.clear();
		this.lastCallAt = this.now();
		this.cancelRepeat(requests.flatMap(({ marks }) => marks));
		this.askedJudgementMarks = new Map(
			[...this.toCheck].map(([mark, change]) => [mark, this.judgementMarksSince(change.judgement)]),
		);
		const { rounds } = this;
		if (!this.hasChangesToRepeat && requests.length + rounds.length === 0) {
			this.currentRound = undefined;
			return [];
		}
		const round = this.createRound(requests);
		this.currentRound = round;
		rounds.push(round);
		return [
			...marksWith(round, 'record'),
			...[...this.askedJudgementMarks.values()].flat(),
			...round.judgementMarks,
			...rounds.map(({ roundMarker }) => roundMarker),
			this.removalMarker,
		];
	}

	/**
	 * Call once the marks are recorded.
	 * @param missing those of `beginRecording()` that the store did not have
	 */
	afterRecording(missing: ReadonlySet<string>): void {
		this.decideRepeats(missing);
		this.findLost(missing);
		for (const [mark, change] of this.lost)
			// Not for ever: a store that keeps nothing would be called again and again.
			if (!this.currentRound?.changes.has(mark) && this.now() - change.madeAt < OVERWRITE_WINDOW_MS)
				(change.action === 'record' ? this.toCheck : this.toRepeat).set(mark, change);
		if (this.currentRound) this.currentRound.madeAt = this.now();
	}

	/** Goes on with the round for these executions. @returns all marks to remove */
	beginRemoving(requests: MarkRequest[]): string[] {
		const requested = requests.flatMap(({ marks }) => marks);
		this.cancelRepeat(requested);
		const round = this.currentRound;
		if (!round && requested.length + this.obsoleteMarks.size === 0) return [];
		const old = [...this.obsoleteMarks];
		this.obsoleteMarks.clear();
		if (round) {
			round.removed = old;
			this.addChanges(round.changes, requests, 'remove');
		}
		return [...requested, ...(round ? marksWith(round, 'remove') : []), ...old, this.removalMarker];
	}

	/** Call once the marks are removed. */
	afterRemoving(): void {
		if (this.currentRound) this.currentRound.madeAt = this.now();
	}

	/** A newer change of the same mark is to be made. */
	private cancelRepeat(marks: string[]): void {
		for (const mark of marks) {
			this.toCheck.delete(mark);
			this.toRepeat.delete(mark);
		}
	}

	private createRound(requests: MarkRequest[]): Round {
		const changes = new Map(this.toRepeat);
		this.toRepeat.clear();
		this.addChanges(changes, requests, 'record');
		const judgements = [...changes.values(), ...requests].map(({ judgement }) => judgement);
		return {
			roundMarker: `${this.removalMarker} ${++this.roundCount}`,
			madeAt: this.now(),
			changes,
			judgementMarks: new Set(judgements.map(judgementMark)),
			removed: [],
		};
	}

	private addChanges(
		changes: Map<string, MarkChange>,
		requests: MarkRequest[],
		action: MarkAction,
	): void {
		for (const { marks, judgement } of requests)
			for (const mark of marks) changes.set(mark, { action, madeAt: this.now(), judgement });
	}

	/** Records marks again if no other process has judged the vehicle since. */
	private decideRepeats(missing: ReadonlySet<string>): void {
		for (const [mark, judgementMarks] of this.askedJudgementMarks) {
			const change = this.toCheck.get(mark);
			const added = judgementMarks.filter((note) => missing.has(note));
			for (const note of added) this.obsoleteMarks.add(note);
			if (change && added.length === judgementMarks.length) this.toRepeat.set(mark, change);
			this.toCheck.delete(mark);
		}
	}

	private findLost(missing: ReadonlySet<string>): void {
		const earlier = this.rounds.filter((round) => round !== this.currentRound);
		const lastKept = earlier.findLast(({ roundMarker }) => !missing.has(roundMarker));
		const latest = new Map<string, { change: MarkChange; isLost: boolean }>();
		for (const round of earlier) {
			const isLost = missing.has(round.roundMarker);
			const areRemovalsLost = isLost || (round === lastKept && !missing.has(this.removalMarker));
			if (areRemovalsLost) for (const mark of round.removed.splice(0)) this.obsoleteMarks.add(mark);
			for (const [mark, change] of round.changes)
				latest.set(mark, { change, isLost: change.action === 'record' ? isLost : areRemovalsLost });
		}
		for (const [mark, { change, isLost }] of latest) if (isLost) this.lost.set(mark, change);
		this.forget((round) => round !== this.currentRound && missing.has(round.roundMarker));
	}

	/**
	 * The judgement marks that other processes have recorded if they have judged the vehicle after this time. Without
	 * those that this process has recorded, also for an earlier question.
	 */
	judgementMarksSince(judgement: JudgementTime): string[] {
		const isOwn = (note: string) =>
			this.rounds.some(
				({ judgementMarks, changes, removed }) =>
					judgementMarks.has(note) || changes.has(note) || removed.includes(note),
			);
		return judgementMarksAfter(judgement).filter((note) => !isOwn(note));
	}

	private isUnchanged({ madeAt }: MarkChange): boolean {
		return this.now() - madeAt < UNCHANGED_MS;
	}

	private dropExpired(): void {
		const now = this.now();
		for (const [mark, { madeAt }] of this.toCheck)
			if (now - madeAt > OVERWRITE_WINDOW_MS) this.toCheck.delete(mark);
		const isRecent = ({ madeAt }: Round) => now - madeAt <= OVERWRITE_WINDOW_MS;
		const isWatching = this.rounds.some((round) => round.changes.size > 0 && isRecent(round));
		this.forget((round) => !isWatching || !isRecent(round));
	}

	private forget(isForgotten: (round: Round) => boolean): void {
		for (const { roundMarker, judgementMarks } of this.rounds.filter(isForgotten)) {
			for (const mark of [roundMarker, ...judgementMarks]) this.obsoleteMarks.add(mark);
		}
		this.rounds = this.rounds.filter((round) => !isForgotten(round));
	}
}

/** The marks of a round that are changed in this way. */
const marksWith = ({ changes }: Round, action: MarkAction): string[] =>
	[...changes].flatMap(([mark, change]) => (change.action === action ? [mark] : []));
