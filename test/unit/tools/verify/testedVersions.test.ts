import { N8N_VERSION, OLDEST_N8N_VERSION } from '../../../../tools/n8n/releases';
import {
	contradictions,
	ranIn,
	statementOf,
	type TestedVersions,
} from '../../../../tools/verify/testedVersions';

const record: TestedVersions = {
	date: '2026-01-02',
	versions: [
		{
			n8n: N8N_VERSION,
			node: '24.1.0',
			tests: 3,
			suites: ['action', 'trigger'],
			otherwise: [],
			without: [],
		},
		{
			n8n: OLDEST_N8N_VERSION,
			node: '24.1.0',
			tests: 2,
			suites: ['action'],
			otherwise: ['reads a table made by hand'],
			without: ['reads a table'],
		},
	],
};

const readmeOf = (one: TestedVersions) =>
	`# Package\n\n<!-- tested versions, written by npm run test:versions -->\n${statementOf(one)}\n<!-- end -->\n`;

const onNewest = {
	n8n: N8N_VERSION,
	suites: ['action', 'trigger'],
	titles: ['reads a table', 'answers'],
};
const onOldest = {
	n8n: OLDEST_N8N_VERSION,
	suites: ['action'],
	titles: ['answers', 'reads a table made by hand'],
};

test('says which versions were tested, and what holds otherwise on one of them', () => {
	expect(statementOf(record)).toContain(
		`on 2026-01-02 with n8n ${N8N_VERSION} (3 tests, Node.js 24.1.0) and n8n ${OLDEST_N8N_VERSION} (2 tests, Node.js 24.1.0).`,
	);
	expect(statementOf(record)).toContain(`* n8n ${OLDEST_N8N_VERSION}: reads a table made by hand`);
});

test('says which suites an older version was not given', () => {
	expect(statementOf(record)).toContain(`Not run on n8n ${OLDEST_N8N_VERSION}: test/e2e/trigger.`);
	const versions = record.versions.map((one) => ({ ...one, suites: ['action'] }));
	expect(statementOf({ ...record, versions })).not.toContain('Not run');
});

test('a record that says what runs is not objected to', () => {
	expect(contradictions(record, readmeOf(record), [onNewest, onOldest])).toEqual([]);
	expect(contradictions(record, readmeOf(record), [])).toEqual([]);
});

test('a README that says something else is', () => {
	expect(contradictions(record, readmeOf(record).replace('3 tests', '4 tests'), [])).toEqual([
		expect.stringMatching(/README/),
	]);
});

test('so is a record of another version', () => {
	const old = { ...record, versions: record.versions.slice(0, 1) };
	expect(contradictions(old, readmeOf(old), [])).toEqual([
		expect.stringContaining(`the tests run ${N8N_VERSION}, ${OLDEST_N8N_VERSION}`),
	]);
});

test('so is one that does not know what has just run', () => {
	expect(
		contradictions(record, readmeOf(record), [{ ...onOldest, suites: ['action', 'trigger'] }]),
	).toEqual([expect.stringContaining('trigger')]);
	const titles = [...onOldest.titles, 'shows the words of n8n'];
	expect(contradictions(record, readmeOf(record), [onNewest, { ...onOldest, titles }])).toEqual([
		expect.stringContaining('shows the words of n8n'),
	]);
});

test('what has run is read from the report of jest', () => {
	const assertionResults = [{ fullName: 'answers', status: 'passed', failureMessages: null }];
	const testResults = [
		{
			name: '/somewhere/test/e2e/trigger.test.ts',
			status: 'passed',
			message: '',
			assertionResults,
		},
	];
	expect(ranIn('2.0.0', { success: true, testResults })).toEqual({
		n8n: '2.0.0',
		suites: ['trigger'],
		titles: ['answers'],
	});
});
