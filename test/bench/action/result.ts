/** The result of one measurement. */
export interface Result {
	what: string;
	/** What was measured: the Smartcar node, or something that it is compared with. */
	who: string;
	/** Milliseconds. */
	took: number;
	/** The time that the simulator's responses alone take, milliseconds. */
	ideal: number;
	/** Whether this is the Smartcar node. Only its results have targets. */
	ours: boolean;
	/** The highest allowed ratio of `took` to `ideal`. */
	target?: number;
	/** What went wrong, other than the time. */
	shortcomings: string[];
	notes: string[];
}

/** Whether the result reaches its targets. */
export function isGood({ took, ideal, ours, target = Infinity, shortcomings }: Result): boolean {
	return !ours || (took / ideal <= target && shortcomings.length === 0);
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;

/** Prints the results as a table, followed by their notes and shortcomings. */
export function printResults(results: readonly Result[]): void {
	console.table(
		results.map((result) => ({
			what: result.what,
			who: result.who,
			took: seconds(result.took),
			ideal: seconds(result.ideal),
			ratio: (result.took / result.ideal).toFixed(2),
			target: result.target === undefined ? '–' : `≤ ${result.target}`,
			result: result.ours ? (isGood(result) ? 'reached' : 'missed') : 'no target',
		})),
	);
	for (const { what, who, notes, shortcomings } of results) {
		console.log(`${what}, ${who}:`);
		for (const note of notes) console.log(`  ${note}`);
		for (const shortcoming of shortcomings) console.log(`  ! ${shortcoming}`);
	}
}

/** The results with their ratios, for the JSON file. */
export function toFigures(results: readonly Result[]): object {
	return {
		results: results.map((result) => ({
			...result,
			ratio: result.took / result.ideal,
			good: isGood(result),
		})),
	};
}
