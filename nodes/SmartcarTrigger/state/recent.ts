interface Entry<Value> {
	value: Promise<Value | undefined>;
	/** Milliseconds. */
	askedAt: number;
}

/**
 * Values that may be used for a while before they are asked for again. Whoever wants one that is just being asked for
 * waits for the same answer; undefined is no value, and never kept.
 */
export class Recent<Value> {
	/** The latest asked for comes last. */
	private readonly entries = new Map<string, Entry<Value>>();

	constructor(
		private readonly maxAgeMs: number,
		private readonly now: () => number = Date.now,
	) {}

	/** The value as it was at most `maxAgeMs` ago. */
	async get(key: string, ask: () => Promise<Value | undefined>): Promise<Value | undefined> {
		this.forgetOld();
		const known = this.entries.get(key);
		return await (known ? known.value : this.renew(key, ask));
	}

	/** The value as it is now. */
	async renew(key: string, ask: () => Promise<Value | undefined>): Promise<Value | undefined> {
		const entry = { value: ask(), askedAt: this.now() };
		this.entries.delete(key);
		this.entries.set(key, entry);
		const value = await entry.value;
		if (value === undefined && this.entries.get(key) === entry) this.entries.delete(key);
		return value;
	}

	private forgetOld(): void {
		for (const [key, { askedAt }] of this.entries) {
			if (this.now() - askedAt < this.maxAgeMs) break;
			this.entries.delete(key);
		}
	}
}
