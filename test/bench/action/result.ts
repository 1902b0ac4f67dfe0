import { atMost, missesTarget, printRatios, withoutTarget, type Ratio } from '../benchReport';

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

function ratioToIdeal({ task, client, tookMs, idealMs, maxRatio }: Result): Ratio {
	const compared = `${task}, ${client} ÷ ideal`;
	const ratio = tookMs / idealMs;
	return maxRatio === undefined
		? withoutTarget(compared, ratio)
		: atMost(compared, maxRatio, ratio);
}

/**
 * Whether a result of the Smartcar node has no problem and is within its limit. Always true for
 * other clients.
 */
export const isGood = (result: Result): boolean =>
	!result.isSmartcarNode || (!missesTarget(ratioToIdeal(result)) && result.problems.length === 0);

const formatSeconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;

/** Prints the ratios as a table, followed by the times, notes and problems of each. */
export function printResults(results: readonly Result[]): void {
	printRatios(results.map(ratioToIdeal));
	for (const { task, client, tookMs, idealMs, notes, problems } of results) {
		console.log(`${task}, ${client}: ${formatSeconds(tookMs)}, ideal ${formatSeconds(idealMs)}`);
		for (const note of notes) console.log(`  ${note}`);
		for (const problem of problems) console.log(`  Problem: ${problem}`);
	}
}

/** The results as they are stored in the JSON file. */
export function toFigures(results: readonly Result[]): object {
	return {
		results: results.map((result) => ({
			...result,
			ratio: ratioToIdeal(result).actual,
			isGood: isGood(result),
		})),
	};
}
