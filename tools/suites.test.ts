import { readdirSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './folders';
import { N8N_VERSION, OLDEST_N8N_VERSION } from './n8n/releases';
import { SUITES } from './suites';

interface JestProject {
	displayName: string;
	/** One pattern, for all tests in a folder. */
	testMatch: string[];
	testPathIgnorePatterns?: string[];
	globals?: { n8nUnderTest?: string };
}

const { projects } = jest.requireActual<{ projects: JestProject[] }>('../jest.config.js');
const { scripts } = jest.requireActual<{ scripts: Record<string, string> }>('../package.json');

const suites = Object.values(SUITES).filter(({ onlyWhenNamed }) => !onlyWhenNamed);
const runs = suites.map(({ run }) => run);

/** All test files of the repository, as paths like `test/e2e/action.test.ts`. */
const testFiles = readdirSync(ROOT, { withFileTypes: true })
	.filter((entry) => entry.isDirectory() && !/^(\..*|node_modules|dist)$/.test(entry.name))
	.flatMap(({ name }) =>
		readdirSync(path.join(ROOT, name), { recursive: true, encoding: 'utf8' }).map((file) =>
			path.posix.join(name, file.replaceAll(path.sep, '/')),
		),
	)
	.filter((file) => file.endsWith('.test.ts'));

/** The test files in the folder of the project, with those that it ignores. */
function testsInFolderOf({ testMatch: [pattern = ''] }: JestProject): string[] {
	const [, folder] = /^<rootDir>\/([\w/]+)\/\*\*\/\*\.test\.ts$/.exec(pattern) ?? [];
	if (folder === undefined) throw new Error(`'${pattern}' does not match all tests in a folder`);
	return testFiles.filter((file) => file.startsWith(`${folder}/`));
}

test('npm test runs every project of jest', () => {
	const projectNames = new Set(
		runs.flatMap((suiteRun) => ('jestProject' in suiteRun ? suiteRun.jestProject : [])),
	);
	expect([...projectNames].sort()).toEqual(projects.map(({ displayName }) => displayName).sort());
});

test('every project of jest has tests', () => {
	const withoutTests = projects.filter((project) => {
		const ignored = project.testPathIgnorePatterns?.map((pattern) => new RegExp(pattern)) ?? [];
		return testsInFolderOf(project).every((file) =>
			ignored.some((pattern) => pattern.test(`/${file}`)),
		);
	});
	expect(withoutTests).toEqual([]);
});

test('every test file belongs to exactly one project, or to e2e and e2e-oldest', () => {
	const files = projects
		.filter(({ displayName }) => displayName !== 'e2e-oldest')
		.flatMap(testsInFolderOf);
	expect(files.sort()).toEqual([...testFiles].sort());
});

test('every project of jest tests the n8n that npm test installs for it', () => {
	const versions: Record<string, string> = { newest: N8N_VERSION, oldest: OLDEST_N8N_VERSION };
	const tested = projects.map(({ displayName, globals }) => [
		displayName,
		versions[globals?.n8nUnderTest ?? ''],
	]);
	const installed = suites.flatMap(({ run, n8nVersion }) =>
		'jestProject' in run ? [[run.jestProject, n8nVersion]] : [],
	);
	expect(Object.fromEntries(tested)).toEqual(Object.fromEntries(installed));
});

test('package.json has every script that npm test runs', () => {
	const scriptNames = runs.flatMap((suiteRun) =>
		'npmScript' in suiteRun ? suiteRun.npmScript : [],
	);
	expect(Object.keys(scripts)).toEqual(expect.arrayContaining(scriptNames));
});
