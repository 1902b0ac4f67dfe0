/** n8n's deduplication store, bound to one trigger: records the ids and says which of them it had not recorded before. */
export type Store = (ids: string[]) => Promise<{ new: string[] }>;

interface Request {
	ids: string[];
	store: Store;
	/** Told why the store could not be asked; the ids then count as new. */
	onFailure: (cause: unknown) => void;
}

interface Waiting extends Request {
	resolve: (fresh: string[]) => void;
}

/** A clash of two first insertions is over at the second attempt. */
const ATTEMPTS = 3;

/**
 * The second layer of deduplication, for one trigger in this process: an event that was recorded is a copy, whichever
 * process recorded it and however often n8n was restarted since.
 *
 * n8n's store reads, changes and writes one row without a lock. So calls go one at a time, and whoever waits meanwhile
 * shares the next one; each call also carries the ids recorded here lately, so that a write lost to another process
 * heals; and a store that keeps failing lets events through, since a repeated event is better than a lost one.
 */
export class EventRecord {
	private readonly waiting: Waiting[] = [];

	private busy = false;

	/** Ids recorded by this process, oldest first. */
	private readonly recent = new Set<string>();

	constructor(private readonly maxRecent = 200) {}

	/** Resolves to those of `ids` that were not recorded before; never rejects. */
	async recordNew(request: Request): Promise<string[]> {
		return await new Promise((resolve) => {
			this.waiting.push({ ...request, resolve });
			if (!this.busy) void this.drain();
		});
	}

	private async drain(): Promise<void> {
		this.busy = true;
		for (let group = this.takeGroup(); group[0]; group = this.takeGroup()) {
			const ids = [...new Set(group.flatMap((waiting) => waiting.ids))].filter((id) => !this.recent.has(id));
			const fresh = ids.length > 0 ? await this.recordGroup({ ...group[0], ids }) : new Set<string>();
			for (const waiting of group) waiting.resolve(waiting.ids.filter((id) => fresh.delete(id)));
		}
		this.busy = false;
	}

	private takeGroup(): Waiting[] {
		return this.waiting.splice(0);
	}

	private async recordGroup({ ids, store, onFailure }: Request): Promise<Set<string>> {
		const recorded = await this.ask({ ids: [...this.recent, ...ids], store, onFailure });
		for (const id of ids) this.recent.add(id);
		for (const oldest of this.recent) {
			if (this.recent.size <= this.maxRecent) break;
			this.recent.delete(oldest);
		}
		return new Set(ids.filter((id) => recorded.has(id)));
	}

	private async ask({ ids, store, onFailure }: Request): Promise<Set<string>> {
		for (let attempt = 1; ; attempt++) {
			try {
				return new Set((await store(ids)).new);
			} catch (cause) {
				if (attempt < ATTEMPTS) continue;
				onFailure(cause);
				return new Set(ids);
			}
		}
	}
}
