import { existsSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { N8N_VERSION, N8N_VERSIONS } from '../n8n/releases';
import { ROOT } from '../pack';
import type { JestReport } from './jest';

const RECORD = path.join(ROOT, 'docs', 'tested-versions.json');
const README = path.join(ROOT, 'README.md');
/** Where README says which versions were tested; what is between is written here, the rest by hand. */
const START = '<!-- tested versions, written by npm run test:versions -->';
const END = '<!-- end -->';

const testedSchema = z.object({
	n8n: z.string(),
	node: z.string(),
	/** Number of end-to-end tests that passed. */
	tests: z.number(),
	/** Their files in test/e2e. */
	suites: z.array(z.string()),
	/** Titles that only this version has: what holds otherwise there. */
	otherwise: z.array(z.string()),
	/** Titles of the newest version that this one does not have: what was not tested there, or holds otherwise. */
	without: z.array(z.string()),
});

const recordSchema = z.object({ date: z.string(), versions: z.array(testedSchema) });

export type TestedVersion = z.infer<typeof testedSchema>;
export type TestedVersions = z.infer<typeof recordSchema>;

/** What a run of the end-to-end tests on one version was about. */
export interface Ran {
	n8n: string;
	suites: string[];
	titles: string[];
}

/** What jest's report says that has run. */
export function ranIn(n8n: string, { testResults }: JestReport): Ran {
	return {
		n8n,
		suites: testResults.map(({ name }) => path.basename(name, '.test.ts')).sort(),
		titles: testResults.flatMap(({ assertionResults }) =>
			assertionResults.map(({ fullName }) => fullName),
		),
	};
}

/** The titles of one run that the other does not have. */
export function onlyIn(one: Ran, other: Ran): string[] {
	return one.titles.filter((title) => !other.titles.includes(title));
}

/** One sentence for each version that was given fewer suites than the newest, which comes first. */
function lesser([newest, ...older]: TestedVersion[]): string[] {
	return older.flatMap(({ n8n, suites }) => {
		const missing = newest?.suites.filter((suite) => !suites.includes(suite)) ?? [];
		return missing.length === 0
			? []
			: [`Not run on n8n ${n8n}: ${missing.map((suite) => `test/e2e/${suite}`).join(', ')}.`];
	});
}

/** The sentences about the tested versions. */
export function statementOf({ date, versions }: TestedVersions): string {
	const listed = versions
		.map(({ n8n, node, tests }) => `n8n ${n8n} (${tests} tests, Node.js ${node})`)
		.join(' and ');
	const otherwise = versions.flatMap(({ n8n, otherwise: titles }) =>
		titles.map((title) => `* n8n ${n8n}: ${title}`),
	);
	const told =
		'What holds otherwise there, by the names of the tests (docs/tested-versions.json has those that were not run, too):';
	const differences = otherwise.length === 0 ? [] : ['', told, '', ...otherwise];
	return [
		`Tested from end to end on ${date} with ${listed}.`,
		...lesser(versions),
		...differences,
	].join('\n');
}

/** What the record says that is not, or no longer, what runs; nothing if all of it is. */
export function contradictions(record: TestedVersions, readme: string, ran: Ran[]): string[] {
	const found: string[] = [];
	const recorded = record.versions.map(({ n8n }) => n8n);
	if (recorded.join() !== N8N_VERSIONS.join())
		found.push(`it is about ${recorded.join(', ')}, the tests run ${N8N_VERSIONS.join(', ')}`);
	if (!readme.includes(`${START}\n${statementOf(record)}\n${END}`))
		found.push('README.md says something else');

	const newest = ran.find(({ n8n }) => n8n === N8N_VERSION);
	for (const one of ran) {
		const { n8n, suites } = one;
		const version = record.versions.find((one) => one.n8n === n8n);
		const unknown = suites.filter((suite) => !version?.suites.includes(suite));
		if (unknown.length > 0)
			found.push(`it does not know that ${unknown.join(', ')} runs on n8n ${n8n}`);
		const untold = newest
			? onlyIn(one, newest).filter((title) => !version?.otherwise.includes(title))
			: [];
		if (untold.length > 0) found.push(`it does not tell of n8n ${n8n}: ${untold.join('; ')}`);
	}
	return found;
}

/** The record as it is kept, and README. @throws Error when there is no record */
export function readRecord(): { record: TestedVersions; readme: string } {
	if (!existsSync(RECORD))
		throw new Error('There is no record of the tested versions. Run: npm run test:versions');
	return {
		record: recordSchema.parse(JSON.parse(readFileSync(RECORD, 'utf8'))),
		readme: readFileSync(README, 'utf8'),
	};
}

/** Keeps the record, and has README say the same. */
export async function writeRecord(record: TestedVersions): Promise<void> {
	const readme = await readFile(README, 'utf8');
	const start = readme.indexOf(START);
	const end = readme.indexOf(END, start);
	if (start < 0 || end < 0) throw new Error('README.md has no place for the tested versions');
	await writeFile(RECORD, `${JSON.stringify(record, null, '\t')}\n`);
	await writeFile(
		README,
		`${readme.slice(0, start)}${START}\n${statementOf(record)}\n${readme.slice(end)}`,
	);
}
