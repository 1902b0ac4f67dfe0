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

test('npm test runs the scripts lint and types of package.json', () => {
	const scriptNames = runs.flatMap((suiteRun) =>
		'npmScript' in suiteRun ? suiteRun.npmScript : [],
	);
	expect(scriptNames).toEqual(['lint', 'types']);
	expect(Object.keys(scripts)).toEqual(expect.arrayContaining(scriptNames));
});
