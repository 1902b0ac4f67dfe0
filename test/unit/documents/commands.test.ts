import { SUITES } from '../../../tools/suites';
import { DOCUMENTS, exists, read } from './support/files';
import { readMarkdown } from './support/markdown';

const { scripts } = JSON.parse(read('package.json'));
const STEP_NAMES = Object.keys(SUITES);

/** Steps that run only when they are named; a script names each of them. */
const ON_REQUEST = STEP_NAMES.filter((name) => SUITES[name]?.onRequest);

const commands = (file: string) =>
	readMarkdown(read(file)).code.flatMap(({ text }) => text.split('\n'));

/** The words behind a command, wherever it stands in a line. */
function following(lines: string[], command: RegExp): string[] {
	return lines.flatMap((line) =>
		[...line.matchAll(command)].flatMap(([, words = '']) => words.trim().split(/\s+/)),
	);
}

test.each(DOCUMENTS)(
	'every script and every step of the tests that %s names exists',
	(document) => {
		const lines = commands(document);
		const unknownScripts = following(lines, /\bnpm run ([\w:-]+)/g).filter(
			(name) => !(name in scripts),
		);
		const unknownSteps = following(lines, /\bnpm test -- ([a-z0-9 -]+)/g).filter(
			(name) => !STEP_NAMES.includes(name),
		);
		const unknownProjects = following(lines, /--selectProjects (\w+)/g).filter(
			(name) => !exists(`test/${name}`),
		);
		expect([...unknownScripts, ...unknownSteps, ...unknownProjects]).toEqual([]);
	},
);

test('CONTRIBUTING says how to run every script that is for people, and every step that tests', () => {
	const lines = commands('CONTRIBUTING.md');
	const named = [
		...following(lines, /\bnpm run ([\w:-]+)/g),
		...following(lines, /\bnpm test -- ([a-z0-9 -]+)/g),
	];
	const forPeople = Object.keys(scripts).filter(
		(name) => !['start', 'test', 'lint', 'prepack'].includes(name),
	);
	const tests = STEP_NAMES.filter((name) => !ON_REQUEST.includes(name));
	expect([...forPeople, ...tests].filter((name) => !named.includes(name))).toEqual([]);
	expect(lines).toEqual(expect.arrayContaining(['npm start', 'npm test']));
});
