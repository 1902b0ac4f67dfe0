import { BoundedMap } from '../shared/boundedMap';

/** Limits messages to one an hour for each key. */
export class HourlyLimit {
	private readonly recent = new BoundedMap<true>({ maxEntries: 10_000, maxAgeMs: 60 * 60 * 1000 });

	/** Whether a message may be written now. If so, the next one with this key may be in an hour. */
	tryAcquire(key: string): boolean {
		if (this.recent.has(key)) return false;
		this.recent.set(key, true);
		return true;
	}
}
