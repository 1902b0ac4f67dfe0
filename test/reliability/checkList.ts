/** One number that a scenario measured. */
export interface Check {
	what: string;
	actual: number | string;
	/** The allowed values, in words. Undefined for a number that is only reported. */
	allowed: string | undefined;
	passed: boolean;
}

/** The results of a scenario: checks that must pass, and numbers that are only reported. */
export class CheckList {
	readonly results: Check[] = [];

	equal(what: string, actual: number, expected: number): void {
		this.results.push({ what, actual, allowed: String(expected), passed: actual === expected });
	}

	atMost(what: string, actual: number, limit: number): void {
		this.results.push({ what, actual, allowed: `at most ${limit}`, passed: actual <= limit });
	}

	atLeast(what: string, actual: number, limit: number): void {
		this.results.push({ what, actual, allowed: `at least ${limit}`, passed: actual >= limit });
	}

	/** Passes if the list is empty. Otherwise the result shows its first five entries. */
	empty(what: string, entries: Iterable<string>): void {
		const all = [...entries];
		const actual = all.length === 0 ? 0 : `${all.length}: ${all.slice(0, 5).join(', ')}`;
		this.results.push({ what, actual, allowed: '0', passed: all.length === 0 });
	}

	report(what: string, actual: number | string): void {
		this.results.push({ what, actual, allowed: undefined, passed: true });
	}

	/** The checks that did not pass, one line each. */
	failures(): string[] {
		return this.results
			.filter(({ passed }) => !passed)
			.map(({ what, actual, allowed }) => `${what}: ${actual} (${allowed})`);
	}
}
