import seedrandom from 'seedrandom';

/**
 * A reproducible stream of random values. Streams of one seed with different names are independent, so that
 * drawing more from one (ticks of the fleet) does not move another (ids of webhooks).
 */
export class Random {
	private readonly next: () => number;

	constructor(seed: number, stream: string) {
		this.next = seedrandom(`${seed}/${stream}`);
	}

	/** Integer from min to max, both included. */
	integer(min: number, max: number): number {
		return min + Math.floor(this.next() * (max - min + 1));
	}

	/** True with the given probability (0 to 1). */
	chance(probability: number): boolean {
		return this.next() < probability;
	}

	/** One member of a list that is not empty. */
	pick<T>(list: readonly T[]): T {
		const picked = list[this.integer(0, list.length - 1)];
		if (picked === undefined) throw new RangeError('cannot pick from an empty list');
		return picked;
	}

	/** The members of a list in a random order. */
	shuffled<T>(list: readonly T[]): T[] {
		const order = list.map((member) => ({ member, place: this.integer(0, 2 ** 40) }));
		return order.sort((a, b) => a.place - b.place).map(({ member }) => member);
	}

	/** Characters drawn from an alphabet. */
	text(length: number, alphabet: string): string {
		return Array.from({ length }, () => this.pick([...alphabet])).join('');
	}

	/** A UUID of version 4 form. */
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
