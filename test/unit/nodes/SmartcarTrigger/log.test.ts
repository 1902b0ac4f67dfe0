import type { IExecuteFunctions } from 'n8n-workflow';
import { logName, warnOfStoreFailure } from '../../../../nodes/SmartcarTrigger/log';
import { testTrigger } from '../testNode';

function contextOf(node: { name: string; id: string }) {
	const warn = jest.fn();
	const context = {
		getNode: () => testTrigger(node),
		getWorkflow: () => ({ id: 'w-1', name: 'Fleet', active: true }),
		logger: { warn },
	} as unknown as IExecuteFunctions;
	return { context, lines: () => warn.mock.calls.map(([line]) => String(line)) };
}

test('a failing store is logged once an hour for each trigger and consequence', () => {
	jest.useFakeTimers();
	const first = contextOf({ name: 'A', id: 'a' });
	const second = contextOf({ name: 'B', id: 'b' });
	const warnAll = () => {
		warnOfStoreFailure.call(first.context, 'x may run again', new Error('locked'));
		warnOfStoreFailure.call(first.context, 'y may run again', new Error('locked'));
		warnOfStoreFailure.call(second.context, 'x may run again', new Error('locked'));
	};
	warnAll();
	warnAll();
	expect(first.lines()).toEqual([
		expect.stringContaining('"A" in "Fleet" could not use n8n\'s deduplication store, so x may'),
		expect.stringContaining("so y may run again. Check n8n's database: Error: locked"),
	]);
	expect(second.lines()).toHaveLength(1);

	jest.advanceTimersByTime(60 * 60 * 1000);
	warnAll();
	expect(first.lines()).toHaveLength(4);
	jest.useRealTimers();
});

test.each([
	['Smartcar Trigger', 'Smartcar Trigger in "Fleet"'],
	['Smartcar Trigger1', 'Smartcar Trigger "Smartcar Trigger1" in "Fleet"'],
	['Tires\nof the fleet', 'Smartcar Trigger "Tires\\nof the fleet" in "Fleet"'],
])('the log names the trigger %j', (name, expected) => {
	expect(logName(contextOf({ name, id: 'a' }).context)).toBe(expected);
});
