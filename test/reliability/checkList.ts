/** One thing that a test counted. */
export interface Finding {
	what: string;
	found: number | string;
	/** What is allowed, in words; undefined for a number that is only reported. */
	allowed: string | undefined;
	holds: boolean;
}

/** What a breaking test found: some of it must hold, some is only counted. */
export class Verdict {
	readonly findings: Finding[] = [];

	exactly(what: string, found: number, wanted: number): void {
		this.findings.push({ what, found, allowed: String(wanted), holds: found === wanted });
	}

	atMost(what: string, found: number, limit: number): void {
		this.findings.push({ what, found, allowed: `at most ${limit}`, holds: found <= limit });
	}

	atLeast(what: string, found: number, limit: number): void {
		this.findings.push({ what, found, allowed: `at least ${limit}`, holds: found >= limit });
	}

	/** Nothing may be in the list; the first members are shown when something is. */
	none(what: string, members: Iterable<string>): void {
		const all = [...members];
		const found = all.length === 0 ? 0 : `${all.length}: ${all.slice(0, 5).join(', ')}`;
		this.findings.push({ what, found, allowed: '0', holds: all.length === 0 });
	}

	report(what: string, found: number | string): void {
		this.findings.push({ what, found, allowed: undefined, holds: true });
	}

	/** What does not hold, a line each. */
	broken(): string[] {
		return this.findings
			.filter(({ holds }) => !holds)
			.map(({ what, found, allowed }) => `${what}: ${found} (${allowed})`);
	}
}
