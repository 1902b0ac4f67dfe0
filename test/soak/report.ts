import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import path from 'node:path';
import { N8N_VERSION } from '../../tools/n8n/install';
import { ROOT } from '../../tools/package/pack';
import type { Finding } from './verdict';

const FILE = path.join(ROOT, 'docs', 'reliability.md');
const START = '<!-- written by npm run test:soak -->';
const END = '<!-- end -->';

/** What one full run found. */
export interface RunResult {
	title: string;
	seconds: number;
	findings: Finding[];
}

const escaped = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function rowsOf({ title, seconds, findings }: RunResult): string[] {
	return findings.map(({ what, found, allowed, holds }, place) => {
		const test = place === 0 ? `${title} (${Math.round(seconds / 60)} min)` : '';
		const verdict = allowed === undefined ? '' : holds ? '✔' : '✖';
		return `| ${[test, what, String(found), allowed ?? 'counted', verdict].map(escaped).join(' | ')} |`;
	});
}

/** Puts the results of a full run into docs/reliability.md, in place of those before. */
export async function writeReport(results: RunResult[], seed: number): Promise<void> {
	const text = await readFile(FILE, 'utf8');
	const [start, end] = [text.indexOf(START), text.indexOf(END)];
	if (start < 0 || end < start) throw new Error(`${path.relative(ROOT, FILE)} has no place for the results`);
	const memory = Math.round(totalmem() / 1024 ** 3);
	const date = new Date().toISOString().slice(0, 10);
	const table = [
		`${date}, n8n ${N8N_VERSION}, ${cpus().length} cores, ${memory} GB, seed ${seed}:`,
		'',
		'| test | counted | found | allowed | |',
		'|---|---|---|---|---|',
		...results.flatMap(rowsOf),
	];
	await writeFile(FILE, [text.slice(0, start) + START, '', ...table, '', text.slice(end)].join('\n'));
}
