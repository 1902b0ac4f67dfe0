/** One value that a scenario measured. */
export interface Check {
	description: string;
	actual: number | string;
	/**
	 * The allowed values as text, for example `at most 10`. Undefined for a value that is only
	 * reported.
	 */
	allowed: string | undefined;
	passed: boolean;
}

/** The results of a scenario: checks that must pass, and values that are only reported. */
export class CheckList {
	readonly results: Check[] = [];

	equal(description: string, actual: number, expected: number): void {
		this.results.push({
			description,
			actual,
			allowed: String(expected),
			passed: actual === expected,
		});
	}

	atMost(description: string, actual: number, limit: number): void {
		this.results.push({
			description,
			actual,
			allowed: `at most ${limit}`,
			passed: actual <= limit,
		});
	}

	atLeast(description: string, actual: number, limit: number): void {
		this.results.push({
			description,
			actual,
			allowed: `at least ${limit}`,
			passed: actual >= limit,
		});
	}

	/** Passes if the list is empty. Otherwise the result shows its first five entries. */
	empty(description: string, entries: Iterable<string>): void {
		const all = [...entries];
		const actual = all.length === 0 ? 0 : `${all.length}: ${all.slice(0, 5).join(', ')}`;
		this.results.push({ description, actual, allowed: '0', passed: all.length === 0 });
	}

	/** Adds a value that is only reported. */
	report(description: string, actual: number | string): void {
		this.results.push({ description, actual, allowed: undefined, passed: true });
	}

	/** The checks that did not pass, each as a line of text. */
	failures(): string[] {
		return this.results
			.filter(({ passed }) => !passed)
			.map(({ description, actual, allowed }) => `${description}: ${actual} (${allowed})`);
	}
}
