import { BoundedMap } from '../../shared/boundedMap';

/**
 * How long events are remembered, as Smartcar recommends. See
 * docs/contributing/smartcar-api.md#deliveries.
 */
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** How many events are remembered at most. At least the newest half of them stays. */
const MAX_ENTRIES = 200_000;

/**
 * Held by the one delivery of an event that is being handled. It calls one of the two methods,
 * once.
 */
export interface Claim {
	/** The delivery was answered 2xx. Any other delivery of the event is a duplicate. */
	confirm(): void;
	/** The delivery was not answered 2xx. The next delivery of the event gets the claim. */
	release(): void;
}

/**
 * Recognizes duplicates within one process, so that n8n need not store an execution for them.
 *
 * One delivery of an event is handled at a time. It holds the claim until it is answered, and other
 * deliveries of the event wait for that.
 */
export class InMemoryDeduplicator {
	/** For each event that is claimed, settles when the claim is confirmed or released. */
	private readonly claims = new Map<string, Promise<void>>();

	private readonly known: BoundedMap<true>;

	constructor({ maxEntries = MAX_ENTRIES, now }: { maxEntries?: number; now?: () => number } = {}) {
		this.known = new BoundedMap({ maxEntries, maxAgeMs: WEEK_MS, now });
	}

	/** Resolves to the claim on an event, or to undefined if the event is known: a duplicate. */
	async claim(key: string): Promise<Claim | undefined> {
		for (;;) {
			if (this.known.has(key)) return undefined;
			const claimed = this.claims.get(key);
			if (claimed === undefined) return this.createClaim(key);
			await claimed;
		}
	}

	private createClaim(key: string): Claim {
		let settle = () => {};
		this.claims.set(key, new Promise<void>((resolve) => (settle = resolve)));
		const end = () => {
			this.claims.delete(key);
			settle();
		};
		return {
			confirm: () => {
				this.known.set(key, true);
				end();
			},
			release: end,
		};
	}
}
