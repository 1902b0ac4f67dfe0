/** What was set last, by key: at most `maxEntries` of it, each operation in the same time however much that is. */
export class Latest<Value> {
	/** A Map keeps the order in which its keys were set, so the oldest comes first. */
	private readonly entries = new Map<string, Value>();

	/**
	 * Beyond what was deleted, and used for good: a new iterator steps over the place of everything that was deleted
	 * before, of which a Map that forgets as fast as it learns has ever more.
	 */
	private readonly iterator = this.entries.entries();

	/** What the iterator has reached, as long as it is there. */
	private reached: [string, Value] | undefined;

	constructor(private readonly maxEntries: number) {}

	get size(): number {
		return this.entries.size;
	}

	/** What was set first of all that is there; undefined if there is nothing. */
	get oldest(): [string, Value] | undefined {
		// An iterator that has come to the end stays there.
		if (this.entries.size > 0) this.reached ??= this.iterator.next().value;
		return this.reached;
	}

	get(key: string): Value | undefined {
		return this.entries.get(key);
	}

	/** Sets a value as the newest, and forgets the oldest if that is one too many. */
	set(key: string, value: Value): void {
		this.delete(key);
		this.entries.set(key, value);
		if (this.entries.size > this.maxEntries && this.oldest) this.delete(this.oldest[0]);
	}

	delete(key: string): void {
		this.entries.delete(key);
		if (this.reached?.[0] === key) this.reached = undefined;
	}
}
