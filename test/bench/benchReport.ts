import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { WORK } from '../../tools/pack';

/** A measured ratio and its target. */
export interface Ratio {
	compared: string;
	/** The bound as text: `≥ 0.9`, `≤ 2.5`, or `–` for none. */
	target: string;
	/** Undefined if one of the sides was not measured. */
	actual: number | undefined;
	/** Undefined if nothing was measured, or if there is no target. */
	reached: boolean | undefined;
}

/** The median. For an even number of values the mean of the two in the middle, for none NaN. */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
	const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
	return (lower + upper) / 2;
}

/** A ratio that must not be lower than `minimum`. */
export function atLeast(compared: string, minimum: number, actual: number | undefined): Ratio {
	const reached = actual === undefined ? undefined : actual >= minimum;
	return { compared, target: `≥ ${minimum}`, actual, reached };
}

/** A ratio that must not be higher than `maximum`. */
export function atMost(compared: string, maximum: number, actual: number | undefined): Ratio {
	const reached = actual === undefined ? undefined : actual <= maximum;
	return { compared, target: `≤ ${maximum}`, actual, reached };
}

/** A ratio without a target. */
export function withoutTarget(compared: string, actual: number | undefined): Ratio {
	return { compared, target: '–', actual, reached: undefined };
}

function describeResult({ actual, reached }: Ratio): string {
	if (actual === undefined) return 'not run';
	if (reached === undefined) return 'no target';
	return reached ? 'reached' : 'missed';
}

/** Prints the ratios as a table. */
export function printRatios(ratios: readonly Ratio[]): void {
	console.table(
		ratios.map((ratio) => ({
			compared: ratio.compared,
			target: ratio.target,
			actual: ratio.actual === undefined ? '–' : ratio.actual.toFixed(2),
			result: describeResult(ratio),
		})),
	);
}

/** Load average of the last minute. With a high load the figures are not reliable. */
export const loadAverage = () => Number((loadavg()[0] ?? 0).toFixed(2));

function describeMachine() {
	const processors = cpus();
	return {
		processors: processors.length,
		model: processors[0]?.model ?? 'unknown',
		node: process.version,
	};
}

/** Writes the figures to `.work/bench/<name>.json`, and returns the path. */
export async function writeFigures(name: string, figures: object): Promise<string> {
	const folder = path.join(WORK, 'bench');
	await mkdir(folder, { recursive: true });
	const file = path.join(folder, `${name}.json`);
	const content = { at: new Date().toISOString(), machine: describeMachine(), ...figures };
	await writeFile(file, `${JSON.stringify(content, null, '\t')}\n`);
	return file;
}
