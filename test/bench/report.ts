import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { WORK } from '../../tools/pack';

/** One comparison that the issue asks for: `actual` is what was measured, undefined where one side was not run. */
export interface Ratio {
	compared: string;
	/** The bound, as text: `≥ 0.9`, or `≤ 2.5`. */
	target: string;
	actual: number | undefined;
	/** Undefined where nothing was measured, or nothing is asked for. */
	reached: boolean | undefined;
}

/** The middle one of the values; of an even number the mean of the two in the middle. NaN for none. */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
	const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
	return (lower + upper) / 2;
}

/** A ratio, held against the least that is wanted. */
export function atLeast(compared: string, wanted: number, actual: number | undefined): Ratio {
	return {
		compared,
		target: `≥ ${wanted}`,
		actual,
		reached: actual === undefined ? undefined : actual >= wanted,
	};
}

/** The same, held against the most that is allowed. */
export function atMost(compared: string, allowed: number, actual: number | undefined): Ratio {
	return {
		compared,
		target: `≤ ${allowed}`,
		actual,
		reached: actual === undefined ? undefined : actual <= allowed,
	};
}

function verdict({ actual, reached }: Ratio): string {
	if (actual === undefined) return 'not run';
	if (reached === undefined) return 'no target';
	return reached ? 'reached' : 'missed';
}

/** Prints the ratios, one a line, with whether each was reached. */
export function printRatios(ratios: readonly Ratio[]): void {
	console.table(
		ratios.map((ratio) => ({
			compared: ratio.compared,
			target: ratio.target,
			actual: ratio.actual === undefined ? '–' : ratio.actual.toFixed(2),
			verdict: verdict(ratio),
		})),
	);
}

/** Load average of the last minute: figures from a machine that had other work are not worth much. */
export const load = () => Number((loadavg()[0] ?? 0).toFixed(2));

/** The machine, as far as figures depend on it. */
export function machine() {
	const processors = cpus();
	return {
		processors: processors.length,
		model: processors[0]?.model ?? 'unknown',
		node: process.version,
	};
}

/** Writes a benchmark's figures to `.work/bench/<name>.json`; returns the path. */
export async function writeFigures(name: string, figures: object): Promise<string> {
	const folder = path.join(WORK, 'bench');
	await mkdir(folder, { recursive: true });
	const file = path.join(folder, `${name}.json`);
	await writeFile(
		file,
		`${JSON.stringify({ at: new Date().toISOString(), machine: machine(), ...figures }, null, '\t')}\n`,
	);
	return file;
}
