import { SUITES } from './suites';

const { projects } = jest.requireActual<{ projects: Array<{ displayName: string }> }>(
	'../jest.config.js',
);
const { scripts } = jest.requireActual<{ scripts: Record<string, string> }>('../package.json');

const runs = Object.values(SUITES).map(({ run }) => run);

test('npm test runs every project of jest', () => {
	const run = new Set(runs.flatMap((one) => ('project' in one ? one.project : [])));
	expect([...run].sort()).toEqual(projects.map(({ displayName }) => displayName).sort());
});

test('every script that npm test runs is in package.json', () => {
	const names = runs.flatMap((one) => ('script' in one ? one.script : []));
	expect(names.filter((script) => !(script in scripts))).toEqual([]);
	expect(names).toEqual(['lint', 'types']);
});
