import { summarize } from '../../../../tools/verify/result';

const failure = {
	name: 'unit: adds',
	message: 'expected 1\nreceived 2',
	advice: 'To run just this: npx jest',
};

test('ends with one line that sums all steps', () => {
	const { text, success } = summarize([
		{ passed: 3, failures: [] },
		{ passed: 4, failures: [] },
	]);
	expect(text.split('\n').at(-1)).toBe('7 passed, 0 failed');
	expect(success).toBe(true);
});

test('tells each failure with its first lines and what to do', () => {
	const long = {
		...failure,
		message: Array.from({ length: 20 }, (_, index) => `line ${index}`).join('\n'),
	};
	const { text, success } = summarize([
		{ passed: 3, failures: [failure] },
		{ passed: 0, failures: [long] },
	]);
	expect(text).toContain(
		'FAILED unit: adds\n    expected 1\n    received 2\n  → To run just this: npx jest',
	);
	expect(text).toContain('    line 11\n    … 8 more lines\n');
	expect(text).not.toContain('line 12');
	expect(text.split('\n').at(-1)).toBe('3 passed, 2 failed');
	expect(success).toBe(false);
});

test('nothing failed and nothing passed is no success', () => {
	expect(summarize([{ passed: 0, failures: [] }])).toEqual({
		text: '\n0 passed, 0 failed',
		success: false,
	});
});

test('tells what was not run, which fails nothing', () => {
	const notRun = {
		name: 'queue mode',
		reason: 'redis-server not found',
		advice: 'Then run: npm test -- queue',
	};
	const { text, success } = summarize([
		{ passed: 3, failures: [] },
		{ passed: 0, failures: [], notRun },
	]);
	expect(text).toBe(
		'\nNOT RUN queue mode\n    redis-server not found\n  → Then run: npm test -- queue\n\n3 passed, 0 failed',
	);
	expect(success).toBe(true);
});
