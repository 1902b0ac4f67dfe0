import seedrandom from 'seedrandom';

/**
 * A reproducible stream of random values. Streams of one seed with different names are independent:
 * drawing more values from one (changes of the fleet) does not change another (IDs of webhooks).
 */
export class Random {
	private readonly next: () => number;

	constructor(seed: number, stream: string) {
		this.next = seedrandom(`${seed}/${stream}`);
	}

	/** An integer from min to max, both included. */
	integer(min: number, max: number): number {
		return min + Math.floor(this.next() * (max - min + 1));
	}

	/** True with the given probability (0 to 1). */
	chance(probability: number): boolean {
		return this.next() < probability;
	}

	/** One entry of a list that is not empty. */
	pick<T>(list: readonly T[]): T {
		const entry = list[this.integer(0, list.length - 1)];
		if (entry === undefined) throw new RangeError('cannot pick from an empty list');
		return entry;
	}

	/** The entries of a list in random order. */
	shuffled<T>(list: readonly T[]): T[] {
		const ranked = list.map((entry) => ({ entry, rank: this.integer(0, 2 ** 40) }));
		return ranked.sort((a, b) => a.rank - b.rank).map(({ entry }) => entry);
	}

	/** A text of random characters of an alphabet. */
	text(length: number, alphabet: string): string {
		return Array.from({ length }, () => this.pick([...alphabet])).join('');
	}

	/** A UUID in the format of version 4. */
	uuid(): string {
		const hex = this.text(32, '0123456789abcdef');
		const variant = this.pick(['8', '9', 'a', 'b']);
		return [
			hex.slice(0, 8),
			hex.slice(8, 12),
			`4${hex.slice(13, 16)}`,
			`${variant}${hex.slice(17, 20)}`,
			hex.slice(20, 32),
		].join('-');
	}
}
