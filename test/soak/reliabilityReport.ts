import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import path from 'node:path';
import { N8N_VERSION } from '../../tools/n8n/releases';
import { ROOT } from '../../tools/folders';
import type { Check, CheckList } from '../reliability/checkList';

const REPORT_FILE = path.join(ROOT, 'docs', 'contributing', 'reliability.md');
/**
 * The report has the results of a run between these two HTML comments. The rest of it is written by
 * hand.
 */
const startMarker = (name: string) => `<!-- results of ${name} -->`;
const END_MARKER = '<!-- end -->';

/** The result of a scenario at full length. */
export interface RunResult {
	name: string;
	seconds: number;
	checks: CheckList;
}

const escapeCell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function tableRow({ description, actual, allowed, passed }: Check): string {
	const mark = allowed === undefined ? '' : passed ? '✔' : '✖';
	return `| ${[description, String(actual), allowed ?? '', mark].map(escapeCell).join(' | ')} |`;
}

/**
 * Replaces the results of a run in docs/contributing/reliability.md.
 * @throws Error if the document has no markers for this run
 */
export async function writeReport(
	{ name, seconds, checks }: RunResult,
	seed: number,
): Promise<void> {
	const text = await readFile(REPORT_FILE, 'utf8');
	const start = text.indexOf(startMarker(name));
	const end = text.indexOf(END_MARKER, start);
	if (start < 0 || end < 0)
		throw new Error(
			`${path.relative(ROOT, REPORT_FILE)} has no '${startMarker(name)}' … '${END_MARKER}'`,
		);
	const model = cpus()[0]?.model.trim() ?? 'unknown';
	const memory = Math.round(totalmem() / 1024 ** 3);
	const machine = `${cpus().length} cores (${model}), ${memory} GB`;
	const date = new Date().toISOString().slice(0, 10);
	const minutes = Math.ceil(seconds / 60);
	const table = [
		`${date}, n8n ${N8N_VERSION}, ${machine}, seed ${seed}, ${minutes} minute${minutes === 1 ? '' : 's'}:`,
		'',
		'| counted | found | allowed | |',
		'|---|---|---|---|',
		...checks.results.map(tableRow),
	];
	await writeFile(
		REPORT_FILE,
		[text.slice(0, start) + startMarker(name), ...table, '', text.slice(end)].join('\n'),
	);
}
