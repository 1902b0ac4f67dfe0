interface Entry<Value> {
	value: Value;
	/** Milliseconds of the map's clock. */
	setAt: number;
}

interface BoundedMapOptions {
	/**
	 * At least 2. The map never holds more entries. When it drops entries, at least the newest half
	 * stays.
	 */
	maxEntries: number;
	/** An entry older than this is gone. Without it entries do not expire. */
	maxAgeMs?: number;
	/**
	 * A clock in milliseconds. The default is monotonic, so setting the system's clock changes
	 * nothing.
	 */
	now?: () => number;
}

/**
 * A map with a maximum size.
 *
 * It keeps two generations. Once the newer one holds half of `maxEntries`, it becomes the older
 * one, and the previous older one is dropped. So each operation takes the same time at any size.
 * (One large `Map` whose first key is deleted again and again gets slower and slower in V8.)
 */
export class BoundedMap<Value, Key = string> {
	private newer = new Map<Key, Entry<Value>>();

	private older = new Map<Key, Entry<Value>>();

	private lastSetAt = -Infinity;

	private readonly generationSize: number;

	private readonly maxAgeMs: number;

	private readonly now: () => number;

	constructor({
		maxEntries,
		maxAgeMs = Infinity,
		now = () => performance.now(),
	}: BoundedMapOptions) {
		this.generationSize = Math.max(1, Math.floor(maxEntries / 2));
		this.maxAgeMs = maxAgeMs;
		this.now = now;
	}

	/**
	 * The value of a key, or undefined if it was never set, was deleted, was dropped or has expired.
	 */
	get(key: Key): Value | undefined {
		const entry = this.newer.get(key) ?? this.older.get(key);
		if (entry === undefined) return undefined;
		// Reading the clock takes longer than the rest of `get`.
		if (this.maxAgeMs === Infinity || this.now() - entry.setAt < this.maxAgeMs) return entry.value;
		this.delete(key);
		return undefined;
	}

	has(key: Key): boolean {
		return this.get(key) !== undefined;
	}

	/** Sets a value and makes its entry the newest. */
	set(key: Key, value: Value): void {
		const setAt = this.now();
		// If the newest entry has expired, all have.
		if (setAt - this.lastSetAt >= this.maxAgeMs) this.clear();
		this.lastSetAt = setAt;

		this.delete(key);
		if (this.newer.size >= this.generationSize) {
			this.older = this.newer;
			this.newer = new Map();
		}
		this.newer.set(key, { value, setAt });
	}

	delete(key: Key): void {
		this.newer.delete(key);
		this.older.delete(key);
	}

	private clear(): void {
		this.newer = new Map();
		this.older = new Map();
	}
}
