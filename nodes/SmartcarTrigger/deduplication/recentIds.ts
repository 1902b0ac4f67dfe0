import { OVERWRITE_WINDOW_MS } from '../storeCall';

/**
 * The IDs that one process has recorded in n8n's deduplication store within the last ten seconds.
 */
export class RecentIds {
	/**
	 * By ID, the latest call that recorded it, and when it was new. In the order of the store: the
	 * oldest one first.
	 */
	private readonly entries = new Map<string, { call: number; since: number }>();

	private lastCall = 0;

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
		this.lastCall++;
		for (const id of ids) {
			const since = this.entries.get(id)?.since ?? this.now();
			this.entries.delete(id);
			this.entries.set(id, { call: this.lastCall, since });
		}
		dropOldest(this.entries, maxSize);
	}

	/** Removes those that cannot get lost any more. */
	removeOld(): void {
		for (const [id, { since }] of this.entries)
			if (this.now() - since >= OVERWRITE_WINDOW_MS) this.entries.delete(id);
	}

	/**
	 * Of the lost IDs, those that another process has overwritten. For lack of room the store drops
	 * its oldest IDs first. So a lost ID that is newer than one that the store still has was not
	 * dropped but overwritten. If the store has none, all were overwritten.
	 * @param repeated the IDs that the store was asked for, in the order of `all`
	 * @param lost those of them that the store did not have
	 */
	private overwritten(repeated: string[], lost: ReadonlySet<string>): string[] {
		const oldestKept = repeated.findIndex((id) => !lost.has(id));
		return repeated.slice(Math.max(0, oldestKept)).filter((id) => lost.has(id));
	}

	/**
	 * All IDs of the calls that were overwritten. The store can still have some of them: then another
	 * process has recorded those, too.
	 */
	inOverwrittenCalls(repeated: string[], lost: ReadonlySet<string>): string[] {
		const callOf = (id: string) => this.entries.get(id)?.call;
		const overwrittenCalls = new Set(this.overwritten(repeated, lost).map(callOf));
		return repeated.filter((id) => overwrittenCalls.has(callOf(id)));
	}
}

/** Removes the oldest entries until at most `maxSize` are left. */
export function dropOldest(entries: Map<string, unknown> | Set<string>, maxSize: number): void {
	for (const key of entries.keys()) {
		if (entries.size <= maxSize) return;
		entries.delete(key);
	}
}
