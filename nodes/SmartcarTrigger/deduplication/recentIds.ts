import { OVERWRITE_WINDOW_MS } from '../storeCall';

/**
 * The IDs that one process has recorded in n8n's deduplication store within the last ten seconds.
 */
export class RecentIds {
	/**
	 * By ID, the number of the latest call that recorded it, and when it was first recorded. In the
	 * order of the store: the oldest one first.
	 */
	private readonly entries = new Map<string, { callNumber: number; firstRecordedAt: number }>();

	private lastCallNumber = 0;

	constructor(private readonly now: () => number) {}

	has(id: string): boolean {
		return this.entries.has(id);
	}

	/** The oldest one first. */
	get all(): string[] {
		return [...this.entries.keys()];
	}

	/** Adds what a call has recorded, in its order. @param maxSize how many IDs the store keeps */
	add(ids: string[], maxSize: number): void {
		this.lastCallNumber++;
		for (const id of ids) {
			const firstRecordedAt = this.entries.get(id)?.firstRecordedAt ?? this.now();
			this.entries.delete(id);
			this.entries.set(id, { callNumber: this.lastCallNumber, firstRecordedAt });
		}
		dropOldest(this.entries, maxSize);
	}

	/** Removes those that cannot get lost any more. */
	removeOld(): void {
		for (const [id, { firstRecordedAt }] of this.entries)
			if (this.now() - firstRecordedAt >= OVERWRITE_WINDOW_MS) this.entries.delete(id);
	}

	/**
	 * All IDs of the calls that another process has overwritten. The store can still have some of
	 * them: then another process has recorded those, too.
	 * @param repeated the IDs that a call has recorded again, in the order of `all`
	 * @param missing those of them that the store did not have
	 */
	inOverwrittenCalls(repeated: string[], missing: ReadonlySet<string>): string[] {
		const callOf = (id: string) => this.entries.get(id)?.callNumber;
		const overwrittenCalls = new Set(overwrittenIds(repeated, missing).map(callOf));
		return repeated.filter((id) => overwrittenCalls.has(callOf(id)));
	}
}

/**
 * Of the missing IDs, those that another process has overwritten. The store itself drops only its
 * oldest IDs, for lack of room. So a missing ID that is newer than one that the store still has was
 * overwritten. If the store has none of the IDs, all were overwritten.
 */
function overwrittenIds(repeated: string[], missing: ReadonlySet<string>): string[] {
	const oldestKept = repeated.findIndex((id) => !missing.has(id));
	return repeated.slice(Math.max(0, oldestKept)).filter((id) => missing.has(id));
}

/** Removes the oldest entries until at most `maxSize` are left. */
export function dropOldest(entries: Map<string, unknown> | Set<string>, maxSize: number): void {
	for (const key of entries.keys()) {
		if (entries.size <= maxSize) return;
		entries.delete(key);
	}
}
