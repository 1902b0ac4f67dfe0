/** n8n's deduplication store, bound to one trigger: records the entries and says which of them it had not recorded before. */
export type Store = (entries: string[]) => Promise<{ new: string[] }>;

interface Request {
	/** Event IDs. */
	ids: string[];
	/** ID of the execution that asks. */
	execution: string;
	store: Store;
	/** Told why the store could not be asked; the events then count as new. */
	onFailure: (cause: unknown) => void;
}

interface Waiting extends Request {
	resolve: (fresh: string[]) => void;
}

/** A clash of two first insertions is over at the second attempt. */
const ATTEMPTS = 3;

/** Recorded beside the event ID: by whom. */
const claimOf = (id: string, execution: string) => JSON.stringify([id, execution]);

/**
 * The second layer of deduplication, for one trigger in this process: an event that was recorded is a copy, whichever
 * process recorded it and however often n8n was restarted since. An execution that n8n runs again from its start, since
 * the worker that had it died, still holds its events: it recorded them itself.
 *
 * n8n's store reads, changes and writes one row without a lock. So calls go one at a time, and whoever waits meanwhile
 * shares the next one; each call also carries the ids recorded here lately, so that a write lost to another process
 * heals; and a store that keeps failing lets events through, since a repeated event is better than a lost one.
 */
export class EventRecord {
	private readonly waiting: Waiting[] = [];

	private busy = false;

	/** Ids that this process asked for lately, oldest first, each with the execution that holds it; '' for another's. */
	private readonly recent = new Map<string, string>();

	constructor(private readonly maxRecent = 200) {}

	/** Resolves to those of `ids` that the execution may emit; never rejects. */
	async recordNew(request: Request): Promise<string[]> {
		return await new Promise((resolve) => {
			this.waiting.push({ ...request, resolve });
			if (!this.busy) void this.drain();
		});
	}

	private async drain(): Promise<void> {
		this.busy = true;
		for (let group = this.waiting.splice(0); group[0]; group = this.waiting.splice(0)) {
			const entries = group.flatMap(({ ids, execution }) => this.entriesOf(ids, execution));
			const fresh = entries.length > 0 ? await this.ask([...new Set(entries)], group[0]) : new Set<string>();
			for (const { ids, execution, resolve } of group) {
				resolve([...new Set(ids)].filter((id) => this.mayEmit(id, execution, fresh)));
			}
			this.forgetOldest();
		}
		this.busy = false;
	}

	private entriesOf(ids: string[], execution: string): string[] {
		return ids.filter((id) => !this.recent.has(id)).flatMap((id) => [id, claimOf(id, execution)]);
	}

	private async ask(entries: string[], { store, onFailure }: Request): Promise<Set<string>> {
		for (let attempt = 1; ; attempt++) {
			try {
				return new Set((await store([...this.recent.keys(), ...entries])).new);
			} catch (cause) {
				if (attempt < ATTEMPTS) continue;
				onFailure(cause);
				return new Set(entries);
			}
		}
	}

	private mayEmit(id: string, execution: string, fresh: Set<string>): boolean {
		const holder = this.recent.get(id);
		if (holder !== undefined) return holder === execution;
		const holds = fresh.has(id) || !fresh.has(claimOf(id, execution));
		this.recent.set(id, holds ? execution : '');
		return holds;
	}

	private forgetOldest(): void {
		for (const oldest of this.recent.keys()) {
			if (this.recent.size <= this.maxRecent) break;
			this.recent.delete(oldest);
		}
	}
}
