import { randomUUID } from 'node:crypto';

export type MarkAction = 'record' | 'remove';

interface Change {
	action: MarkAction;
	/** From then on another process may have changed the mark. */
	expiresAt: number;
	/** Whether a call has made it. */
	isMade: boolean;
}

/**
 * Another process changes a mark only for another event of the vehicle. In queue mode these are at
 * least a second apart: see `spaceExecutions`.
 */
const EXPIRES_AFTER_MS = 900;

/**
 * The marks that this process has just changed in n8n's store. Another process can overwrite a change
 * with the list that it has read before, since the store has no lock. So a change is made again until
 * the store has kept it.
 *
 * - A recorded mark is recorded again. The store returns the marks that it did not have, so it has kept
 *   all others.
 * - The store cannot tell whether a removed mark is gone: to ask for a mark is to record it. So a
 *   removal includes the probe, a mark of this process alone. If the store lacks the probe the next time
 *   that it is recorded, the store has kept that removal with all its marks.
 */
export class RecentChanges {
	private readonly changes = new Map<string, Change>();

	private readonly probe = randomUUID();

	/** Whether the store had the probe when it was recorded last. */
	private hasProbe = false;

	/** What `marksToRecord` has returned last, without the probe. */
	private lastRecorded = new Map<string, Change>();

	/** What `marksToRemove` has returned last with the probe. */
	private lastRemoved = new Map<string, Change>();

	constructor(private readonly now: () => number = () => performance.now()) {}

	/** Whether every change is confirmed, or has expired. */
	get isEmpty(): boolean {
		for (const [mark, { expiresAt }] of this.changes)
			if (expiresAt < this.now()) this.changes.delete(mark);
		return this.changes.size === 0;
	}

	/** Adds changes that this process is about to make. */
	add(marks: string[], action: MarkAction): void {
		const expiresAt = this.now() + EXPIRES_AFTER_MS;
		for (const mark of marks) this.changes.set(mark, { action, expiresAt, isMade: false });
	}

	/** What this process has done with a mark last. The store may not show it yet. */
	lastAction(mark: string): MarkAction | undefined {
		return this.changes.get(mark)?.action;
	}

	/** The unconfirmed marks to record again, and the probe. */
	marksToRecord(): string[] {
		this.lastRecorded = this.changesBy('record');
		return this.changes.size === 0 ? [] : [...this.lastRecorded.keys(), this.probe];
	}

	/**
	 * Drops the changes that the store has kept.
	 * @param missing those of `marksToRecord()` that the store did not have
	 * @returns whether another process has overwritten a change
	 */
	confirm(missing: ReadonlySet<string>): boolean {
		const isRecordLost = [...this.lastRecorded].some(
			([mark, { isMade }]) => isMade && missing.has(mark),
		);
		for (const change of this.lastRecorded.values()) change.isMade = true;
		this.drop(this.lastRecorded, missing);
		this.hasProbe = !missing.has(this.probe);
		const isRemovalLost = this.hasProbe && this.lastRemoved.size > 0;
		if (!this.hasProbe) this.drop(this.lastRemoved);
		this.lastRemoved.clear();
		return isRecordLost || isRemovalLost;
	}

	/** The unconfirmed marks to remove, those of new removals included, and the probe if the store has it. */
	marksToRemove(): string[] {
		const removals = this.changesBy('remove');
		if (removals.size === 0) return [];
		if (!this.hasProbe) return [...removals.keys()];
		this.lastRemoved = removals;
		return [...removals.keys(), this.probe];
	}

	private changesBy(action: MarkAction): Map<string, Change> {
		return new Map([...this.changes].filter(([, change]) => change.action === action));
	}

	private drop(changes: Map<string, Change>, except: ReadonlySet<string> = new Set()): void {
		for (const [mark, change] of changes)
			// Unless the mark was changed again meanwhile.
			if (this.changes.get(mark) === change && !except.has(mark)) this.changes.delete(mark);
	}
}
