import { Latest } from '../state/latest';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** The right to carry one event on; exactly one of its two methods is called, once, when the outcome is known. */
export interface Claim {
	/** The sender was answered 2xx: from now on the event is known. */
	settle(): void;
	/** The sender was not answered 2xx and will send the event again, which is then no copy. */
	forget(): void;
}

/**
 * The first layer of deduplication: spares n8n an execution for a copy that reaches this process.
 *
 * An event is in flight between `claim` and the claim's outcome; copies that arrive meanwhile wait for that outcome.
 * Settled events are remembered for 7 days (service: section 1, row 6), the newest `maxEntries` of them.
 */
export class EventMemory {
	private readonly inFlight = new Map<string, Promise<void>>();

	/** Key → time it was settled, in milliseconds. */
	private readonly settled: Latest<number>;

	constructor(
		maxEntries = 100_000,
		private readonly maxAgeMs = WEEK_MS,
		private readonly now: () => number = Date.now,
	) {
		this.settled = new Latest(maxEntries);
	}

	/** Resolves to the claim on a new event, or to undefined for a copy of one that was settled. */
	async claim(key: string): Promise<Claim | undefined> {
		for (;;) {
			if (this.isSettled(key)) return undefined;
			const outcome = this.inFlight.get(key);
			if (outcome === undefined) return this.start(key);
			await outcome;
		}
	}

	/** Number of events remembered as settled. */
	get size(): number {
		return this.settled.size;
	}

	private start(key: string): Claim {
		let done = () => {};
		this.inFlight.set(key, new Promise<void>((resolve) => (done = resolve)));
		const finish = (remember: boolean) => {
			if (remember) this.remember(key);
			this.inFlight.delete(key);
			done();
		};
		return { settle: () => finish(true), forget: () => finish(false) };
	}

	private isSettled(key: string): boolean {
		const settledAt = this.settled.get(key);
		return settledAt !== undefined && this.isYoung(settledAt);
	}

	private isYoung(settledAt: number): boolean {
		return this.now() - settledAt < this.maxAgeMs;
	}

	private remember(key: string): void {
		this.settled.set(key, this.now());
		for (
			let { oldest } = this.settled;
			oldest && !this.isYoung(oldest[1]);
			{ oldest } = this.settled
		) {
			this.settled.delete(oldest[0]);
		}
	}
}
