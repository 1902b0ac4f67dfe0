import path from 'node:path';
import { judge, type JestReport } from '../../../../tools/verify/jest';

const FILE = path.resolve(__dirname, '../../../unit/some.test.ts');

function report(file: Partial<JestReport['testResults'][number]>): JestReport {
	return {
		success: false,
		testResults: [{ name: FILE, status: 'passed', message: '', assertionResults: [], ...file }],
	};
}

function assertion(fullName: string, status: string, failureMessages: string[] | null = null) {
	return { fullName, status, failureMessages };
}

test('counts what passed', () => {
	const result = judge(
		'unit',
		report({ assertionResults: [assertion('a', 'passed'), assertion('b', 'passed')] }),
	);
	expect(result).toEqual({ passed: 2, failures: [] });
});

test('names a failed test, its message without colours, and the command that runs just it', () => {
	const failed = assertion("it's (odd)", 'failed', ['\u001b[31mexpected 1\u001b[39m']);
	const { passed, failures } = judge(
		'unit',
		report({ status: 'failed', assertionResults: [failed, assertion('b', 'passed')] }),
	);
	expect(passed).toBe(1);
	expect(failures).toEqual([
		{
			name: "unit: it's (odd)",
			message: 'expected 1',
			advice: `To run just this: npx jest --selectProjects unit --runTestsByPath test/unit/some.test.ts -t 'it'\\''s \\(odd\\)'`,
		},
	]);
});

test('whoever repeats a test is told the environment that it ran in', () => {
	const failed = report({ assertionResults: [assertion('a', 'failed', ['expected 1'])] });
	const { failures } = judge('editor', failed, { SMARTCAR_EDITOR: 'all' });
	expect(failures).toMatchObject([
		{ advice: expect.stringContaining(': SMARTCAR_EDITOR=all npx jest --selectProjects editor ') },
	]);
});

test('a file that could not be run fails', () => {
	const { passed, failures } = judge(
		'unit',
		report({ status: 'failed', message: 'Cannot find module' }),
	);
	expect(passed).toBe(0);
	expect(failures).toMatchObject([
		{ name: 'unit: test/unit/some.test.ts', message: 'Cannot find module' },
	]);
});

test.each(['pending', 'todo', 'skipped', 'disabled'])('a test that is %s fails', (status) => {
	const { passed, failures } = judge(
		'unit',
		report({ assertionResults: [assertion('a', 'passed'), assertion('b', status)] }),
	);
	expect(passed).toBe(1);
	expect(failures).toMatchObject([{ name: 'unit: b', message: expect.stringContaining(status) }]);
});

test('a project without a test fails', () => {
	expect(judge('unit', { success: true, testResults: [] }).failures).toMatchObject([
		{ message: expect.stringContaining('no test') },
	]);
});
