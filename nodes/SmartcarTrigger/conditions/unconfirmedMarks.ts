import { randomUUID } from 'node:crypto';

interface Change {
	isRecorded: boolean;
	/** From then on another process may have changed the mark. */
	expiresAt: number;
}

/** Less than the time between two events of a vehicle: see `spaceExecutions`. */
const EXPIRES_AFTER_MS = 900;

/**
 * The marks that this process has just changed in n8n's store. Another process can overwrite a change
 * with the list that it has read before, since the store has no lock. So a change is made again until
 * the store has kept it.
 *
 * The store returns which of the recorded marks it did not have, so a record is seen to be kept when it
 * is made again. Nothing tells whether a removed mark is missing, since to ask for a mark is to record
 * it. So a removal takes along a mark of this process. If that mark is missing afterwards, the store
 * has kept the removal of the others, too.
 */
export class UnconfirmedMarks {
	private readonly changes = new Map<string, Change>();

	private readonly ownMark = randomUUID();

	/** Whether a call has found the process's own mark in the store. */
	private hasOwnMark = false;

	/** The changes of the last call that recorded, and those of the last removal with the own mark. */
	private recorded = new Map<string, Change>();
	private removed = new Map<string, Change>();

	constructor(private readonly now: () => number = () => performance.now()) {}

	/** Whether every change is confirmed, or has expired. */
	get isEmpty(): boolean {
		for (const [mark, { expiresAt }] of this.changes)
			if (expiresAt < this.now()) this.changes.delete(mark);
		return this.changes.size === 0;
	}

	/** Takes note that this process changes marks. */
	add(marks: string[], isRecorded: boolean): void {
		const expiresAt = this.now() + EXPIRES_AFTER_MS;
		for (const mark of marks) this.changes.set(mark, { isRecorded, expiresAt });
	}

	/** What this process has done with a mark last: whatever the store says, this is how it has to be. */
	isRecorded(mark: string): boolean | undefined {
		return this.changes.get(mark)?.isRecorded;
	}

	/** The marks to record again. */
	toRecord(): string[] {
		this.recorded = this.changesOf(true);
		return this.changes.size === 0 ? [] : [...this.recorded.keys(), this.ownMark];
	}

	/** Drops the changes that the store has kept. @param missing those of `toRecord()` that it did not have */
	confirm(missing: ReadonlySet<string>): void {
		this.delete(this.recorded, missing);
		this.hasOwnMark = !missing.has(this.ownMark);
		if (!this.hasOwnMark) this.delete(this.removed);
		this.removed.clear();
	}

	/** The marks to remove, among them those of new removals. */
	toRemove(): string[] {
		const removal = this.changesOf(false);
		if (removal.size === 0) return [];
		if (!this.hasOwnMark) return [...removal.keys()];
		this.removed = removal;
		return [...removal.keys(), this.ownMark];
	}

	private changesOf(isRecorded: boolean): Map<string, Change> {
		return new Map([...this.changes].filter(([, change]) => change.isRecorded === isRecorded));
	}

	private delete(changes: Map<string, Change>, except: ReadonlySet<string> = new Set()): void {
		for (const [mark, change] of changes)
			// Unless the mark was changed again meanwhile.
			if (this.changes.get(mark) === change && !except.has(mark)) this.changes.delete(mark);
	}
}
