/** n8n's deduplication store, bound to one trigger: records the entries and says which of them it had not recorded before. */
export type Store = (entries: string[]) => Promise<{ new: string[] }>;

interface Request {
	/** Event IDs. */
	ids: string[];
	/** ID of the execution that asks. */
	execution: string;
	/**
	 * Whether this process, since it was started, received the events. If not, another one may have begun the same
	 * execution before: n8n runs it again from its start when it was stored as new at a kill, and so do queues.
	 */
	receivedHere: boolean;
	store: Store;
	/** Told why the store could not be asked; the events then count as new. */
	onFailure: (cause: unknown) => void;
}

interface Waiting extends Request {
	resolve: (fresh: string[]) => void;
}

/** A clash of two first insertions is over at the second attempt. */
const ATTEMPTS = 3;

/** So often those who are about to ask are waited for, at most. */
const PAUSES = 10;

/** Recorded beside the ID of an event that was not received by the process that executes it. */
const relayed = (id: string) => JSON.stringify(['relayed', id]);

/** Recorded with that: by which execution. */
const claimOf = (id: string, execution: string) => JSON.stringify([id, execution]);

/** What this process knows of an event. */
interface Known {
	/** The execution that holds the event; undefined when none of this process does. */
	holder: string | undefined;
	/** What was recorded of it, and has to stay so. */
	entries: string[];
}

/**
 * The second layer of deduplication, for one trigger in this process: an event that was recorded is a copy, whichever
 * process recorded it and however often n8n was restarted since. But an execution that n8n runs again from its start
 * still holds its events, though it recorded them itself, so:
 *
 * - received here: such an execution was not begun before. The ID is all that is recorded and asked for.
 * - received elsewhere: the ID may have been recorded by this very execution, before n8n was killed. It is recorded
 *   for the copies to come, but what tells is whether another such execution has recorded the event as relayed.
 *
 * n8n's store reads, changes and writes one row without a lock, and takes the longer the more it knows. So calls go one
 * at a time, and whoever waits meanwhile, or comes while others come, shares the next one; each call also carries what
 * was recorded here lately, so that a write lost to another process heals; and a store that keeps failing lets events
 * through, since a repeated event is better than a lost one.
 */
export class EventRecord {
	private readonly waiting: Waiting[] = [];

	private busy = false;

	/** By ID, what this process asked for lately, oldest first. */
	private readonly recent = new Map<string, Known>();

	constructor(
		private readonly pause: () => Promise<void>,
		private readonly maxRecent = 200,
	) {}

	/** Resolves to those of `ids` that the execution may emit; never rejects. */
	async recordNew(request: Request): Promise<string[]> {
		return await new Promise((resolve) => {
			this.waiting.push({ ...request, resolve });
			if (!this.busy) void this.drain();
		});
	}

	private async drain(): Promise<void> {
		this.busy = true;
		while (this.waiting.length > 0) {
			await this.untilNobodyComes();
			const group = this.waiting.splice(0);
			const fresh = await this.ask(group);
			for (const request of group) {
				request.resolve([...new Set(request.ids)].filter((id) => this.mayEmit(id, request, fresh)));
			}
			this.forgetOldest();
		}
		this.busy = false;
	}

	private async untilNobodyComes(): Promise<void> {
		for (let pauses = 0; pauses < PAUSES; pauses++) {
			const before = this.waiting.length;
			await this.pause();
			if (this.waiting.length === before) return;
		}
	}

	/** The entries that tell whether the execution may emit an event, besides what is known without. */
	private entriesOf({ ids, execution, receivedHere }: Request): string[] {
		return ids.flatMap((id) => {
			const known = this.recent.get(id);
			if (known?.holder !== undefined) return [];
			if (receivedHere) return known ? [] : [id];
			return [id, relayed(id), claimOf(id, execution)];
		});
	}

	private async ask(group: Waiting[]): Promise<Set<string>> {
		const entries = [...new Set(group.flatMap((request) => this.entriesOf(request)))];
		const [first] = group;
		if (!first || entries.length === 0) return new Set();
		for (let attempt = 1; ; attempt++) {
			try {
				const lately = [...this.recent.values()].flatMap((known) => known.entries);
				const fresh = (await first.store([...lately, ...entries])).new;
				// A call that failed may have been carried out; only where there are claims they tell.
				const uncertain = attempt > 1 ? group.filter(({ receivedHere }) => receivedHere).flatMap(({ ids }) => ids) : [];
				return new Set([...fresh, ...uncertain]);
			} catch (cause) {
				if (attempt < ATTEMPTS) continue;
				first.onFailure(cause);
				return new Set(entries);
			}
		}
	}

	private mayEmit(id: string, { execution, receivedHere }: Request, fresh: Set<string>): boolean {
		const known = this.recent.get(id);
		if (known?.holder !== undefined) return known.holder === execution;
		const holds = receivedHere
			? known === undefined && fresh.has(id)
			: fresh.has(relayed(id)) || !fresh.has(claimOf(id, execution));
		this.recent.set(id, {
			holder: holds ? execution : undefined,
			entries: receivedHere
				? (known?.entries ?? [id])
				: [id, relayed(id), ...(holds ? [claimOf(id, execution)] : [])],
		});
		return holds;
	}

	private forgetOldest(): void {
		for (const oldest of this.recent.keys()) {
			if (this.recent.size <= this.maxRecent) break;
			this.recent.delete(oldest);
		}
	}
}
