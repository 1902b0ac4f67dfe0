import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import path from 'node:path';
import { N8N_VERSION } from '../../tools/n8n/releases';
import { ROOT } from '../../tools/pack';
import type { Finding } from './verdict';

const FILE = path.join(ROOT, 'docs', 'reliability.md');
/** Where a run's results stand; what is between is written here, the rest by hand. */
const START = (name: string) => `<!-- results of ${name} -->`;
const END = '<!-- end -->';

/** What one run at full length found. */
export interface RunResult {
	name: string;
	seconds: number;
	findings: Finding[];
}

const escaped = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function rowOf({ what, found, allowed, holds }: Finding): string {
	const verdict = allowed === undefined ? '' : holds ? '✔' : '✖';
	return `| ${[what, String(found), allowed ?? '', verdict].map(escaped).join(' | ')} |`;
}

/** Puts what a run found into docs/reliability.md, in place of what it found before. */
export async function writeReport(
	{ name, seconds, findings }: RunResult,
	seed: number,
): Promise<void> {
	const text = await readFile(FILE, 'utf8');
	const start = text.indexOf(START(name));
	const end = text.indexOf(END, start);
	if (start < 0 || end < 0)
		throw new Error(`${path.relative(ROOT, FILE)} has no place for the results of ${name}`);
	const machine = `${cpus().length} cores, ${Math.round(totalmem() / 1024 ** 3)} GB`;
	const date = new Date().toISOString().slice(0, 10);
	const table = [
		`${date}, n8n ${N8N_VERSION}, ${machine}, seed ${seed}, ${Math.ceil(seconds / 60)} minutes:`,
		'',
		'| counted | found | allowed | |',
		'|---|---|---|---|',
		...findings.map(rowOf),
	];
	await writeFile(
		FILE,
		[text.slice(0, start) + START(name), ...table, '', text.slice(end)].join('\n'),
	);
}
