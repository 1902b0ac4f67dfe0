/** The result of one measurement. */
export interface Result {
	/** What was done, for example `1000 vehicles' tire pressure`. */
	task: string;
	/** What did it: the Smartcar node, or something that the Smartcar node is compared with. */
	client: string;
	tookMs: number;
	/** The time that the simulator's responses alone take. */
	idealMs: number;
	isSmartcarNode: boolean;
	/**
	 * The highest allowed ratio of `tookMs` to `idealMs`. No limit if undefined, as for all clients
	 * that the Smartcar node is compared with.
	 */
	maxRatio?: number;
	/** What went wrong, other than the time. */
	problems: string[];
	notes: string[];
}

const ratioToIdeal = ({ tookMs, idealMs }: Result): number => tookMs / idealMs;

/**
 * Whether a result of the Smartcar node has no problem and is within its limit. Always true for
 * other clients.
 */
export function isGood(result: Result): boolean {
	const { isSmartcarNode, maxRatio = Infinity, problems } = result;
	return !isSmartcarNode || (ratioToIdeal(result) <= maxRatio && problems.length === 0);
}

const formatSeconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;

/** Prints the results as a table, followed by the notes and problems of each. */
export function printResults(results: readonly Result[]): void {
	console.table(
		results.map((result) => ({
			task: result.task,
			client: result.client,
			took: formatSeconds(result.tookMs),
			ideal: formatSeconds(result.idealMs),
			ratio: ratioToIdeal(result).toFixed(2),
			target: result.maxRatio === undefined ? '–' : `≤ ${result.maxRatio}`,
			result: result.isSmartcarNode ? (isGood(result) ? 'reached' : 'missed') : 'no target',
		})),
	);
	for (const { task, client, notes, problems } of results) {
		console.log(`${task}, ${client}:`);
		for (const note of notes) console.log(`  ${note}`);
		for (const problem of problems) console.log(`  Problem: ${problem}`);
	}
}

/** The results as they are stored in the JSON file. */
export function toFigures(results: readonly Result[]): object {
	return {
		results: results.map((result) => ({
			...result,
			ratio: ratioToIdeal(result),
			isGood: isGood(result),
		})),
	};
}
