import { BoundedMap } from '../../shared/boundedMap';

/** For as long as Smartcar recommends. See docs/contributing/smartcar-api.md#deliveries. */
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** At least the newest half of these stays. */
const MAX_ENTRIES = 200_000;

/** Held by the delivery that carries an event on. It calls one of the two methods, once. */
export interface Claim {
	/** The delivery was answered 2xx. From now on the event is known. */
	confirm(): void;
	/** The delivery was not answered 2xx. Smartcar will send the event again. */
	release(): void;
}

/**
 * Spares n8n an execution for each duplicate that reaches this process.
 *
 * Deliveries of the same event go one at a time: while one of them holds the claim, the others wait
 * until it is answered.
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
