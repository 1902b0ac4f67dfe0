import { SUITES } from './suites';

const { projects } = jest.requireActual<{ projects: Array<{ displayName: string }> }>(
	'../jest.config.js',
);
const { scripts } = jest.requireActual<{ scripts: Record<string, string> }>('../package.json');

const runs = Object.values(SUITES)
	.filter(({ onlyWhenNamed }) => !onlyWhenNamed)
	.map(({ run }) => run);

test('npm test runs every project of jest', () => {
	const projectNames = new Set(
		runs.flatMap((suiteRun) => ('jestProject' in suiteRun ? suiteRun.jestProject : [])),
	);
	expect([...projectNames].sort()).toEqual(projects.map(({ displayName }) => displayName).sort());
});

test('every script that npm test runs is in package.json', () => {
	const names = runs.flatMap((suiteRun) => ('npmScript' in suiteRun ? suiteRun.npmScript : []));
	expect(names.filter((script) => !(script in scripts))).toEqual([]);
	expect(names).toEqual(['lint', 'types']);
});
