import { BoundedMap } from '../../shared/boundedMap';
import { KeyedMutex } from '../keyedMutex';

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
interface Claim {
	/** The delivery was answered 2xx. Any other delivery of the event is a duplicate. */
	acknowledge(): void;
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
	private readonly mutex = new KeyedMutex();

	private readonly known: BoundedMap<true>;

	constructor({ maxEntries = MAX_ENTRIES, now }: { maxEntries?: number; now?: () => number } = {}) {
		this.known = new BoundedMap({ maxEntries, maxAgeMs: WEEK_MS, now });
	}

	/** Resolves to the claim on an event, or to undefined if the event is known: a duplicate. */
	async claim(key: string): Promise<Claim | undefined> {
		const release = await this.mutex.acquire(key);
		if (this.known.has(key)) {
			release();
			return undefined;
		}
		return {
			acknowledge: () => {
				this.known.set(key, true);
				release();
			},
			release,
		};
	}
}
