import type { IExecuteFunctions } from 'n8n-workflow';
import { logName } from '../../../../nodes/SmartcarTrigger/logName';
import { testTrigger } from '../testNode';

test.each([
	['Smartcar Trigger', 'Smartcar Trigger in "Fleet"'],
	['Smartcar Trigger1', 'Smartcar Trigger "Smartcar Trigger1" in "Fleet"'],
	['Tires\nof the fleet', 'Smartcar Trigger "Tires\\nof the fleet" in "Fleet"'],
])('the log names the trigger %j', (name, expected) => {
	const context = {
		getNode: () => testTrigger({ name }),
		getWorkflow: () => ({ id: 'w-1', name: 'Fleet', active: true }),
	} as unknown as IExecuteFunctions;
	expect(logName(context)).toBe(expected);
});
