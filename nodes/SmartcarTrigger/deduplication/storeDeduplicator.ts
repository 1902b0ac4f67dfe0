/** n8n's deduplication store, bound to one trigger: records the entries and says which of them it had not recorded before. */
export type Store = (entries: string[]) => Promise<{ new: string[] }>;

interface Request {
	/** Event IDs. */
	ids: string[];
	/** ID of the execution that asks. */
	execution: string;
	/** Whether another process may have begun the same execution before: queues run it again from its start when a worker died. */
	mayHaveBegun: boolean;
	store: Store;
	/** Told why the store could not be asked; the events then count as new. */
	onFailure: (cause: unknown) => void;
}

interface Waiting extends Request {
	resolve: (fresh: string[]) => void;
}

/** A clash of two first insertions is over at the second attempt. */
const ATTEMPTS = 3;

/**
 * Milliseconds between two calls, unless all who are likely to come are there before: about what n8n takes for ten
 * executions. Nobody who comes alone waits for it.
 */
const REST_MS = 250;

/** With nobody else in so many milliseconds a burst is over. */
const QUIET_MS = 100;

/** Recorded beside the ID of an event whose execution may have begun before. */
const relayed = (id: string) => JSON.stringify(['relayed', id]);

/** Recorded with that: by which execution. */
const claimOf = (id: string, execution: string) => JSON.stringify([id, execution]);

interface Answer {
	/** The entries that had not been recorded before. */
	fresh: Set<string>;
	/** Whether they are now. */
	recorded: boolean;
}

/**
 * The second layer of deduplication, for one trigger in this process: an event that was recorded is a copy, whichever
 * process recorded it and however often n8n was restarted since. But an execution that is run again from its start
 * still holds its events, though it recorded them itself, so:
 *
 * - where an execution begins once at most, the ID is all that is recorded and asked for.
 * - where it may have begun before, it may have recorded the ID itself. That is recorded for the copies to come, but
 *   what tells is whether another such execution has recorded the event as relayed.
 *
 * n8n's store reads, changes and writes one row without a lock, and takes the longer the more it knows. So calls go one
 * at a time, with a rest between, and whoever comes meanwhile shares the next one. The rest ends early with as many as
 * came the last time, or one more if somebody else was about: then all executions that n8n runs at once wait here. It
 * also ends when nobody comes any more.
 *
 * Where other processes write too, each call also carries what was recorded here lately, so that a write lost to one of
 * them heals. A store that keeps failing lets events through, since a repeated event is better than a lost one, and is
 * told of them later.
 */
export class EventRecord {
	private readonly waiting: Waiting[] = [];

	private busy = false;

	private restUntil = 0;

	/** With so many the rest ends. */
	private expected = 1;

	private endRest = () => {};

	/** The events that this process asked for lately, oldest first: by which execution each is held, undefined for by none here. */
	private readonly holders = new Map<string, string | undefined>();

	/** Of those, what is to be recorded again with each call. */
	private readonly unsure = new Map<string, string[]>();

	constructor(
		private readonly pause: (milliseconds: number) => Promise<void>,
		private readonly maxRecent = 200,
		private readonly now: () => number = Date.now,
	) {}

	/** Resolves to those of `ids` that the execution may emit; never rejects. */
	async recordNew(request: Request): Promise<string[]> {
		return await new Promise((resolve) => {
			this.waiting.push({ ...request, resolve });
			if (this.waiting.length >= this.expected) this.endRest();
			if (!this.busy) void this.drain();
		});
	}

	private async drain(): Promise<void> {
		this.busy = true;
		while (this.waiting.length > 0) {
			await this.rest();
			const group = this.waiting.splice(0);
			const answer = await this.ask(group);
			this.restUntil = this.now() + REST_MS;
			this.expected = group.length + (this.waiting.length > 0 ? 1 : 0);
			for (const request of group) {
				request.resolve(
					[...new Set(request.ids)].filter((id) => this.mayEmit(id, request, answer)),
				);
			}
			this.forgetOldest();
		}
		this.busy = false;
	}

	private async rest(): Promise<void> {
		for (let came = 0; came < this.waiting.length && this.waiting.length < this.expected;) {
			came = this.waiting.length;
			const left = Math.min(this.restUntil - this.now(), QUIET_MS);
			if (left <= 0) return;
			await Promise.race([
				this.pause(left),
				new Promise<void>((resolve) => (this.endRest = resolve)),
			]);
		}
	}

	/** The entries that tell whether the execution may emit an event, besides what is known without. */
	private entriesOf({ ids, execution, mayHaveBegun }: Request): string[] {
		return ids.flatMap((id) => {
			if (this.holders.get(id) !== undefined) return [];
			if (mayHaveBegun) return [id, relayed(id), claimOf(id, execution)];
			return this.holders.has(id) ? [] : [id];
		});
	}

	private async ask(group: Waiting[]): Promise<Answer> {
		const entries = [...new Set(group.flatMap((request) => this.entriesOf(request)))];
		const [first] = group;
		if (!first || entries.length === 0) return { fresh: new Set(), recorded: true };
		for (let attempt = 1; ; attempt++) {
			try {
				const fresh = (await first.store([...[...this.unsure.values()].flat(), ...entries])).new;
				// A call that failed may have been carried out; only where there are claims they tell.
				const uncertain =
					attempt > 1
						? group.filter(({ mayHaveBegun }) => !mayHaveBegun).flatMap(({ ids }) => ids)
						: [];
				return { fresh: new Set([...fresh, ...uncertain]), recorded: true };
			} catch (cause) {
				if (attempt < ATTEMPTS) continue;
				first.onFailure(cause);
				return { fresh: new Set(entries), recorded: false };
			}
		}
	}

	private mayEmit(
		id: string,
		{ execution, mayHaveBegun }: Request,
		{ fresh, recorded }: Answer,
	): boolean {
		const holder = this.holders.get(id);
		if (holder !== undefined) return holder === execution;
		const isKnown = this.holders.has(id);
		const holds = mayHaveBegun
			? fresh.has(relayed(id)) || !fresh.has(claimOf(id, execution))
			: !isKnown && fresh.has(id);
		this.holders.set(id, holds ? execution : undefined);
		if (mayHaveBegun)
			this.unsure.set(id, [id, relayed(id), ...(holds ? [claimOf(id, execution)] : [])]);
		// An execution begins once where there is no other process, so nobody overwrites what was recorded.
		else if (!isKnown && !recorded) this.unsure.set(id, [id]);
		return holds;
	}

	private forgetOldest(): void {
		for (const oldest of this.holders.keys()) {
			if (this.holders.size <= this.maxRecent) break;
			this.holders.delete(oldest);
			this.unsure.delete(oldest);
		}
	}
}
