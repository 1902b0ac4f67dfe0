import { randomUUID } from 'node:crypto';
import { CAN_GET_LOST_MS, isLookDue } from '../lostWrites';

export type MarkAction = 'record' | 'remove';

interface Change {
	action: MarkAction;
	addedAt: number;
	/** When a call first tried to make it. */
	triedAt?: number;
}

/** What one round has changed. */
interface Round {
	/** A mark that only this round records. */
	proof: string;
	madeAt: number;
	changes: Map<string, Change>;
}

/**
 * For this long after a change no other process changes the mark. It does so only for another event of
 * the vehicle, and in queue mode these are at least a second apart: see `spaceExecutions`.
 */
const UNCHANGED_MS = 900;

/**
 * What this process has changed in n8n's store in the last ten seconds. Another process can overwrite it
 * with the list that it has read before, since the store has no lock. Then it is changed again: a removal in
 * these ten seconds, a recorded mark for as long as no other process can have removed it. So a condition may
 * be told twice, but is not missed.
 *
 * A round first records marks, then removes marks. Whether the store has kept a round is found out with
 * marks of this process alone. To ask for a mark is to record it: the store returns those that it lacked.
 *
 * - A round records a proof. If the store lacks it later, it has lost the round.
 * - Each round also records the probe first, and removes it last. If the store has it in the next round,
 *   it has lost what the round before removed: another process read the list between the two calls, and
 *   wrote it afterwards.
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

	/** Proofs that are no longer needed. */
	private oldProofs: string[] = [];

	/** The changes that the last call found lost. */
	private readonly lost = new Map<string, Change>();

	private readonly probe = randomUUID();

	private roundCount = 0;

	private lastRoundAt = -Infinity;

	private lastChangeAt = -Infinity;

	constructor(private readonly now: () => number = () => performance.now()) {}

	/** Whether nothing has to be made or watched any more. */
	get isEmpty(): boolean {
		this.dropExpired();
		return this.pending.size + this.rounds.length + this.oldProofs.length === 0;
	}

	/** Whether to make a round now, although no execution waits. */
	get isDue(): boolean {
		this.dropExpired();
		if (this.pending.size > 0 || this.rounds.length === 0) return true;
		const { lastRoundAt: lastCallAt, lastChangeAt } = this;
		return isLookDue({ now: this.now(), lastCallAt, lastChangeAt });
	}

	/** Adds changes that this process is about to make. */
	add(marks: string[], action: MarkAction): void {
		for (const mark of marks) this.pending.set(mark, { action, addedAt: this.now() });
	}

	/** What this process has just done with a mark. The store may not show it yet. */
	lastAction(mark: string): MarkAction | undefined {
		const latest =
			this.pending.get(mark) ??
			this.rounds.findLast(({ changes }) => changes.has(mark))?.changes.get(mark);
		return latest && this.isUnchanged(latest) ? latest.action : undefined;
	}

	/** Whether the last call found that another process has overwritten a change. */
	get hasLost(): boolean {
		return this.lost.size > 0;
	}

	/** What this process had done with a mark, if the store has lost it. */
	lostAction(mark: string): MarkAction | undefined {
		return this.lost.get(mark)?.action;
	}

	/** Begins a round. @returns the marks to record, those of executions included */
	marksToRecord(): string[] {
		this.dropExpired();
		this.lost.clear();
		this.lastRoundAt = this.now();
		this.current = undefined;
		this.send('record');
		if (this.pending.size + this.rounds.length === 0) return [];
		const proof = `${this.probe} ${++this.roundCount}`;
		this.current = { proof, madeAt: this.now(), changes: new Map() };
		const proofs = this.rounds.map((round) => round.proof);
		return [...this.sent.keys(), ...proofs, proof, this.probe];
	}

	/**
	 * Call once the marks are recorded.
	 * @param missing those of `marksToRecord()` that the store did not have
	 */
	afterRecording(missing: ReadonlySet<string>): void {
		this.findLost(missing);
		for (const [mark, { action, addedAt }] of this.lost)
			// Not for ever: a store that keeps nothing would be called again and again.
			if (!this.pending.has(mark) && this.now() - addedAt < CAN_GET_LOST_MS)
				this.pending.set(mark, { action, addedAt });
		if (this.current) {
			this.current.madeAt = this.now();
			this.rounds.push(this.current);
		}
		this.keepSent();
	}

	/** Goes on with the round. @returns the marks to remove, those of executions included */
	marksToRemove(): string[] {
		this.sent.clear();
		if (this.current) this.send('remove');
		else if (this.oldProofs.length === 0) return [];
		return [...this.sent.keys(), ...this.oldProofs.splice(0), this.probe];
	}

	/** Call once the marks are removed. */
	afterRemoving(): void {
		this.keepSent();
	}

	private findLost(missing: ReadonlySet<string>): void {
		const lastKept = this.rounds.findLast(({ proof }) => !missing.has(proof));
		const latest = new Map<string, { change: Change; isLost: boolean }>();
		for (const round of this.rounds) {
			const isLost = missing.has(round.proof);
			const areRemovalsLost = isLost || (round === lastKept && !missing.has(this.probe));
			for (const [mark, change] of round.changes)
				latest.set(mark, { change, isLost: change.action === 'record' ? isLost : areRemovalsLost });
		}
		for (const [mark, { change, isLost }] of latest) {
			// A mark that is missing wrongly tells a condition twice, one that is there wrongly never tells it.
			const isSafe = change.action === 'remove' || this.isUnchanged(change);
			if (isLost && isSafe) this.lost.set(mark, change);
		}
		this.forget(({ proof }) => missing.has(proof));
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
		const isWatching = now - this.lastChangeAt < CAN_GET_LOST_MS;
		this.forget(({ madeAt }) => !isWatching || now - madeAt > CAN_GET_LOST_MS);
	}

	private forget(isForgotten: (round: Round) => boolean): void {
		this.oldProofs.push(...this.rounds.filter(isForgotten).map(({ proof }) => proof));
		this.rounds = this.rounds.filter((round) => !isForgotten(round));
	}
}
