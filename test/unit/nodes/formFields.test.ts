import { NodeHelpers, type INodeParameters, type INodeTypeDescription } from 'n8n-workflow';
import { Smartcar } from '../../../nodes/Smartcar/Smartcar.node';
import { SmartcarTrigger } from '../../../nodes/SmartcarTrigger/SmartcarTrigger.node';
import { testNode } from './testNode';

const smartcar = new Smartcar().description;
const smartcarTool = { ...smartcar, name: 'smartcarTool' };
const trigger = new SmartcarTrigger().description;

/** What n8n's editor shows as missing in a form with these values. */
function issuesOf(description: INodeTypeDescription, values: INodeParameters): string[] {
	const node = testNode();
	const { properties } = description;
	const parameters =
		NodeHelpers.getNodeParameters(properties, values, true, false, node, description) ?? {};
	const issues = NodeHelpers.getNodeParametersIssues(
		properties,
		{ ...node, parameters },
		description,
	);
	return Object.values(issues?.parameters ?? {}).flat();
}

test.each<[string, INodeTypeDescription, INodeParameters, string[]]>([
	[
		'the times of weekdays',
		smartcar,
		{ resource: 'chargeSchedule', operation: 'create', scheduleType: 'workweek' },
		['Weekday Start Time', 'Weekday Stop Time'],
	],
	[
		'the code of another signal',
		trigger,
		{
			events: ['CONDITION_MET'],
			conditions: { values: [{ signal: 'other', when: 'changes' }] },
		},
		['Signal Code'],
	],
	[
		"the selected fields of an agent's tool",
		smartcarTool,
		{ resource: 'connection', operation: 'getMany', toolOutput: 'selected' },
		['Fields'],
	],
])('the form says what is missing: %s', (_what, description, values, labels) => {
	const expected = labels.map((label) => `Parameter "${label}" is required.`);
	expect(issuesOf(description, values)).toEqual(expect.arrayContaining(expected));
});
