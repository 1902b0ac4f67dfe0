import path from 'node:path';
import { runProcess } from './process/supervisedProcess';

// Starts processes of its own, which takes long on a busy machine.
jest.setTimeout(120_000);

test.each([
	['are left out', {}, '0 passed, 0 failed'],
	['fail in GitHub Actions', { GITHUB_ACTIONS: 'true' }, '0 passed, 1 failed'],
])('without Chromium, the tests of the editor %s', async (_outcome, variables, totals) => {
	const { lines } = await runProcess(
		process.execPath,
		['--import', 'tsx', 'tools/test.ts', 'editor'],
		{ cwd: path.dirname(__dirname), env: { PATH: '', ...variables } },
	);
	expect(lines).toEqual([
		'',
		expect.stringContaining('Not run: editor (Chromium not found'),
		totals,
	]);
});

test.each([
	['succeeds if all tests pass', 'passes', 0, '1 passed, 0 failed'],
	['fails if a test fails', 'fails', 1, '1 passed, 1 failed'],
])('npm test %s', async (_outcome, fixture, exitCode, totals) => {
	const testMatch = `<rootDir>/tools/fixtures/${fixture}.cjs`;
	const { code, stdout } = await runProcess(
		process.execPath,
		['--import', 'tsx', 'tools/test.ts', 'tools', '--testMatch', testMatch],
		{ cwd: path.dirname(__dirname) },
	);
	expect(stdout.split('\n').at(-1)).toBe(totals);
	expect(code).toBe(exitCode);
});
