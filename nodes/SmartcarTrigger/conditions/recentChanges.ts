import { randomUUID } from 'node:crypto';
import { CAN_GET_LOST_MS, isLookDue } from '../lostWrites';
import { conditionOf, currentSecond, noteOf, notesAfter } from './judgementNotes';

export type MarkAction = 'record' | 'remove';

interface Change {
	action: MarkAction;
	addedAt: number;
	/** The time of day at which the condition was judged, in seconds. */
	judgedAt: number;
	/** When a call first tried to make it. */
	triedAt?: number;
}

/** What one round has changed. */
interface Round {
	/** A mark that only this round records. */
	proof: string;
	madeAt: number;
	changes: Map<string, Change>;
	notes: Set<string>;
	/** Proofs and notes that it removed. */
	removed: string[];
}

/**
 * For this long after a change no other process changes the mark. It does so only for another event of
 * the vehicle, and in queue mode these are at least a second apart: see `spaceExecutions`.
 */
const UNCHANGED_MS = 900;

/**
 * What this process has changed in n8n's store in the last ten seconds. Another process can overwrite it
 * with the list that it has read before, since the store has no lock. Then it is changed again, unless
 * another process has judged a later event of the vehicle meanwhile.
 *
 * A round first records marks, then removes marks. What the store has kept is found out with further marks.
 * To ask for a mark is to record it: the store returns those that it lacked.
 *
 * - A round records a proof of its own. If the store lacks it later, it has lost the round.
 * - Each round also records the probe first, and removes it last. If the store has it in the next round,
 *   it has lost what the round before removed: another process read the list between the two calls, and
 *   wrote it afterwards.
 * - For each condition that it judges, a process records a note with the second. Before a process changes
 *   something again, it asks for the notes of the seconds since.
 */
export class RecentChanges {
	/** To be made in the next round: those of executions, and those that got lost. */
	private readonly pending = new Map<string, Change>();

	/** Rounds that can still get lost, oldest first. */
	private rounds: Round[] = [];

	/** The round that is being made. */
	private current: Round | undefined;

	/** The pending changes that are being made. */
	private sent = new Map<string, Change>();

	/** Proofs and notes that are no longer needed. */
	private readonly old = new Set<string>();

	/** Notes that the next round records. */
	private readonly newNotes = new Set<string>();

	/** The changes that the last call found lost. */
	private readonly lost = new Map<string, Change>();

	/** Lost changes. The next round asks whether another process has judged since. */
	private readonly doubtful = new Map<string, Change>();

	/** The notes for which the current round asks, for each mark that is in doubt. */
	private questions = new Map<string, string[]>();

	private readonly probe = randomUUID();

	private roundCount = 0;

	private lastRoundAt = -Infinity;

	private lastChangeAt = -Infinity;

	constructor(private readonly now: () => number = () => performance.now()) {}

	/** Whether nothing has to be made or watched any more. */
	get isEmpty(): boolean {
		this.dropExpired();
		return this.pending.size + this.doubtful.size + this.rounds.length + this.old.size === 0;
	}

	/** Whether to make a round now, although no execution waits. */
	get isDue(): boolean {
		this.dropExpired();
		if (this.pending.size + this.doubtful.size > 0 || this.rounds.length === 0) return true;
		const { lastRoundAt: lastCallAt, lastChangeAt } = this;
		return isLookDue({ now: this.now(), lastCallAt, lastChangeAt });
	}

	/** Adds changes that this process is about to make. */
	add(marks: string[], action: MarkAction): void {
		for (const mark of marks) {
			this.pending.set(mark, { action, addedAt: this.now(), judgedAt: currentSecond() });
			this.doubtful.delete(mark);
		}
	}

	/** Adds a note for conditions that this process is about to judge. */
	addNotes(conditions: string[]): void {
		for (const condition of conditions) this.newNotes.add(noteOf(condition, currentSecond()));
	}

	/** What this process has just done with a mark. The store may not show it yet. */
	lastAction(mark: string): MarkAction | undefined {
		const latest =
			this.pending.get(mark) ??
			this.rounds.findLast(({ changes }) => changes.has(mark))?.changes.get(mark);
		return latest && this.isUnchanged(latest) ? latest.action : this.lostAction(mark);
	}

	/** Whether the last call found that another process has overwritten a change. */
	get hasLost(): boolean {
		return this.lost.size > 0;
	}

	/** What this process had done with a mark, if the store has lost it. */
	lostAction(mark: string): MarkAction | undefined {
		const change = this.lost.get(mark) ?? this.doubtful.get(mark);
		// Another process may have removed a mark that was recorded earlier. To take it for recorded would
		// keep the condition from being met, and not to take it for recorded may report it twice.
		return change && (change.action === 'remove' || this.isUnchanged(change))
			? change.action
			: undefined;
	}

	/** Begins a round. @returns the marks to record, those of executions included */
	marksToRecord(): string[] {
		this.dropExpired();
		this.lost.clear();
		this.lastRoundAt = this.now();
		this.current = undefined;
		this.send('record');
		const { newNotes, pending, doubtful, rounds } = this;
		if (newNotes.size + pending.size + doubtful.size + rounds.length === 0) return [];
		const proof = `${this.probe} ${++this.roundCount}`;
		const notes = new Set(this.newNotes);
		this.current = { proof, madeAt: this.now(), changes: new Map(), notes, removed: [] };
		this.questions = new Map(
			[...this.doubtful].map(([mark, change]) => [mark, this.notesSince(mark, change)]),
		);
		const asked = [...this.questions.values()].flat();
		const proofs = this.rounds.map((round) => round.proof);
		return [...this.sent.keys(), ...asked, ...notes, ...proofs, proof, this.probe];
	}

	/**
	 * Call once the marks are recorded.
	 * @param missing those of `marksToRecord()` that the store did not have
	 */
	afterRecording(missing: ReadonlySet<string>): void {
		this.readAnswers(missing);
		this.findLost(missing);
		for (const [mark, change] of this.lost)
			// Not for ever: a store that keeps nothing would be called again and again.
			if (!this.pending.has(mark) && this.now() - change.addedAt < CAN_GET_LOST_MS)
				this.doubtful.set(mark, change);
		if (this.current) {
			this.current.madeAt = this.now();
			this.rounds.push(this.current);
			for (const note of this.current.notes) this.newNotes.delete(note);
		}
		this.keepSent();
	}

	/** Goes on with the round. @returns the marks to remove, those of executions included */
	marksToRemove(): string[] {
		this.sent.clear();
		if (this.current) this.send('remove');
		else if (this.old.size === 0) return [];
		const old = [...this.old];
		this.old.clear();
		this.current?.removed.push(...old);
		return [...this.sent.keys(), ...old, this.probe];
	}

	/** Call once the marks are removed. */
	afterRemoving(): void {
		this.keepSent();
	}

	/** Changes again what no other process has judged since, and drops the rest. */
	private readAnswers(missing: ReadonlySet<string>): void {
		for (const [mark, notes] of this.questions) {
			const change = this.doubtful.get(mark);
			const added = notes.filter((note) => missing.has(note));
			for (const note of added) this.old.add(note);
			this.doubtful.delete(mark);
			if (change && added.length === notes.length) this.restore(mark, change);
		}
		this.questions.clear();
	}

	private findLost(missing: ReadonlySet<string>): void {
		const lastKept = this.rounds.findLast(({ proof }) => !missing.has(proof));
		const latest = new Map<string, { change: Change; isLost: boolean }>();
		for (const round of this.rounds) {
			const isLost = missing.has(round.proof);
			const areRemovalsLost = isLost || (round === lastKept && !missing.has(this.probe));
			if (areRemovalsLost) for (const mark of round.removed.splice(0)) this.old.add(mark);
			for (const [mark, change] of round.changes)
				latest.set(mark, { change, isLost: change.action === 'record' ? isLost : areRemovalsLost });
		}
		for (const [mark, { change, isLost }] of latest) if (isLost) this.lost.set(mark, change);
		this.forget(({ proof }) => missing.has(proof));
	}

	/** Changes a mark again in the next round. */
	private restore(mark: string, { action, addedAt, judgedAt }: Change): void {
		this.pending.set(mark, { action, addedAt, judgedAt });
		this.newNotes.add(noteOf(conditionOf(mark), judgedAt));
	}

	/** The notes that other processes have recorded if they have judged the mark's condition after the change. */
	private notesSince(mark: string, { judgedAt }: Change): string[] {
		const isOwn = (note: string) =>
			this.newNotes.has(note) || this.rounds.some(({ notes }) => notes.has(note));
		return notesAfter(conditionOf(mark), judgedAt).filter((note) => !isOwn(note));
	}

	private isUnchanged({ addedAt }: Change): boolean {
		return this.now() - addedAt < UNCHANGED_MS;
	}

	private keepSent(): void {
		if (this.sent.size > 0) this.lastChangeAt = this.now();
		for (const [mark, change] of this.sent) {
			this.current?.changes.set(mark, change);
			// Unless the mark was changed again meanwhile.
			if (this.pending.get(mark) === change) this.pending.delete(mark);
		}
		this.sent.clear();
	}

	private send(action: MarkAction): void {
		this.sent = new Map([...this.pending].filter(([, change]) => change.action === action));
		for (const change of this.sent.values()) change.triedAt ??= this.now();
	}

	private dropExpired(): void {
		const now = this.now();
		for (const [mark, { triedAt = now }] of this.pending)
			if (now - triedAt > UNCHANGED_MS) this.pending.delete(mark);
		for (const [mark, { addedAt }] of this.doubtful)
			if (now - addedAt > CAN_GET_LOST_MS) this.doubtful.delete(mark);
		const isWatching = now - this.lastChangeAt < CAN_GET_LOST_MS;
		this.forget(({ madeAt }) => !isWatching || now - madeAt > CAN_GET_LOST_MS);
	}

	private forget(isForgotten: (round: Round) => boolean): void {
		for (const { proof, notes } of this.rounds.filter(isForgotten))
			for (const mark of [proof, ...notes]) this.old.add(mark);
		this.rounds = this.rounds.filter((round) => !isForgotten(round));
	}
}
