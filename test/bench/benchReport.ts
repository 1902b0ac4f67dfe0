import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { WORK_FOLDER } from '../../tools/folders';

/**
 * A measured value and its target. Most values are ratios, because they differ less between
 * machines than times.
 */
export interface Ratio {
	/** What is measured, for example `this trigger ÷ core Webhook`. */
	compared: string;
	/** The limit as text: `≥ 0.9`, `≤ 2.5`, or `–` for none. */
	target: string;
	/** Undefined if the numerator or the denominator was not measured. */
	actual: number | undefined;
	/**
	 * Whether `actual` is within the limit. Undefined if it was not measured, or if there is no
	 * target.
	 */
	reached: boolean | undefined;
}

/** The median. NaN if there are no values. */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
	const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
	return (lower + upper) / 2;
}

/** A ratio that must not be lower than `minimum`. */
export function atLeast(compared: string, minimum: number, actual: number | undefined): Ratio {
	const reached = actual === undefined ? undefined : actual >= minimum;
	return { compared, target: `≥ ${Number(minimum.toFixed(2))}`, actual, reached };
}

/** A ratio that must not be higher than `maximum`. */
export function atMost(compared: string, maximum: number, actual: number | undefined): Ratio {
	const reached = actual === undefined ? undefined : actual <= maximum;
	return { compared, target: `≤ ${Number(maximum.toFixed(2))}`, actual, reached };
}

/** A ratio without a target. */
export function withoutTarget(compared: string, actual: number | undefined): Ratio {
	return { compared, target: '–', actual, reached: undefined };
}

/** Whether the ratio was measured and is not within its limit. */
export const missesTarget = ({ reached }: Ratio): boolean => reached === false;

function describeResult({ actual, reached }: Ratio): string {
	if (actual === undefined) return 'not measured';
	if (reached === undefined) return 'no target';
	return reached ? 'reached' : 'missed';
}

/** `this trigger ÷ core Webhook 0.80 (≥ 0.95)` */
export const describeRatio = ({ compared, target, actual }: Ratio): string =>
	`${compared} ${actual?.toFixed(2) ?? 'not measured'} (${target})`;

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

/**
 * The machine's load average of the last minute. If it is high, other programs make the figures
 * unreliable.
 */
export const loadAverage = () => Number((loadavg()[0] ?? 0).toFixed(2));

function describeMachine() {
	const processors = cpus();
	return {
		processors: processors.length,
		model: processors[0]?.model ?? 'unknown',
		node: process.version,
	};
}

/** Writes the figures, the time and the machine to `.work/bench/<name>.json`. Returns the path. */
export async function writeFigures(name: string, figures: object): Promise<string> {
	const folder = path.join(WORK_FOLDER, 'bench');
	await mkdir(folder, { recursive: true });
	const file = path.join(folder, `${name}.json`);
	const content = { at: new Date().toISOString(), machine: describeMachine(), ...figures };
	await writeFile(file, `${JSON.stringify(content, null, '\t')}\n`);
	return file;
}
