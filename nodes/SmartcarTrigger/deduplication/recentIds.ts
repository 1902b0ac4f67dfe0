import { CAN_GET_LOST_MS } from '../lostWrites';

/** The IDs that one process has recorded in n8n's deduplication store within the last ten seconds. */
export class RecentIds {
	/** By ID, when it was recorded: the same time for all IDs of a call. */
	private readonly recordedAt = new Map<string, number>();

	constructor(private readonly now: () => number) {}

	has(id: string): boolean {
		return this.recordedAt.has(id);
	}

	/** The oldest one first. */
	get all(): string[] {
		return [...this.recordedAt.keys()];
	}

	/** Adds the IDs of one call. @param maxSize how many IDs the store keeps */
	add(ids: string[], maxSize: number): void {
		const now = this.now();
		for (const id of ids) this.recordedAt.set(id, now);
		dropOldest(this.recordedAt, maxSize);
	}

	/** Removes those that cannot get lost any more. */
	removeOld(): void {
		for (const [id, recordedAt] of this.recordedAt)
			if (this.now() - recordedAt >= CAN_GET_LOST_MS) this.recordedAt.delete(id);
	}

	/**
	 * A process that overwrites a call leaves only what it has recorded itself.
	 * @param lost the IDs that the store had lost
	 * @returns the other IDs of the same calls: another process has recorded them, too
	 */
	alsoRecordedElsewhere(lost: ReadonlySet<string>): string[] {
		const overwrittenCalls = new Set([...lost].map((id) => this.recordedAt.get(id)));
		return [...this.recordedAt]
			.filter(([id, recordedAt]) => overwrittenCalls.has(recordedAt) && !lost.has(id))
			.map(([id]) => id);
	}
}

/** Removes the oldest entries of what has more than `maxSize`. */
export function dropOldest(entries: Map<string, unknown> | Set<string>, maxSize: number): void {
	for (const key of entries.keys()) {
		if (entries.size <= maxSize) return;
		entries.delete(key);
	}
}
