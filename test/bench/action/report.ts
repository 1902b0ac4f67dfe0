import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { WORK } from '../../../tools/pack';

/** One line of the table. */
export interface Line {
	what: string;
	who: string;
	/** Milliseconds. */
	took: number;
	/** What it would take if nothing but the service's answers took time, milliseconds. */
	ideal: number;
	/** Whether this is the node, which has something to reach, and not one that it is compared with. */
	ours: boolean;
	/** Largest ratio to the ideal that is good enough. */
	target?: number;
	/** What else is not as it should be. */
	shortcomings: string[];
	notes: string[];
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;

/** Whether the line does what it has to. */
export function isGood({ took, ideal, ours, target = Infinity, shortcomings }: Line): boolean {
	return !ours || (took / ideal <= target && shortcomings.length === 0);
}

function cells(line: Line): string[] {
	const { what, who, took, ideal, ours, target } = line;
	const wanted =
		target === undefined ? 'nothing lost, nothing early' : `at most ${target.toFixed(2)}`;
	const verdict = ours ? `${isGood(line) ? 'reached' : 'MISSED'}: ${wanted}` : '';
	return [what, who, seconds(took), seconds(ideal), (took / ideal).toFixed(2), verdict];
}

/** The lines as a table for a terminal, with what there is to say about each below it. */
export function table(lines: Line[]): string {
	const rows = [['What', 'Who', 'Took', 'Ideal', 'Ratio', 'Target'], ...lines.map(cells)];
	const widths = [0, 1, 2, 3, 4, 5].map((column) =>
		Math.max(...rows.map((row) => row[column]?.length ?? 0)),
	);
	const text = rows.map((row) =>
		row
			.map((cell, column) => cell.padEnd(widths[column] ?? 0))
			.join('  ')
			.trimEnd(),
	);
	const below = lines.map(({ what, who, notes, shortcomings }) =>
		[`${what}, ${who}:`, ...notes, ...shortcomings.map((shortcoming) => `! ${shortcoming}`)].join(
			'\n  ',
		),
	);
	return [...text, '', ...below].join('\n');
}

/** Keeps the figures as JSON; returns where. */
export async function keep(lines: Line[]): Promise<string> {
	await mkdir(WORK, { recursive: true });
	const file = path.join(WORK, 'bench-action.json');
	const withRatios = lines.map((line) => ({
		...line,
		ratio: line.took / line.ideal,
		good: isGood(line),
	}));
	await writeFile(file, `${JSON.stringify(withRatios, null, '\t')}\n`);
	return file;
}
