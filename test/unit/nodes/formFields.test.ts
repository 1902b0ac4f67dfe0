import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { Smartcar } from '../../../nodes/Smartcar/Smartcar.node';
import { SmartcarTrigger } from '../../../nodes/SmartcarTrigger/SmartcarTrigger.node';
import { testNode } from './testNode';

const smartcar = new Smartcar().description;
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
])('the form says what is missing: %s', (_what, description, values, labels) => {
	const expected = labels.map((label) => `Parameter "${label}" is required.`);
	expect(issuesOf(description, values)).toEqual(expect.arrayContaining(expected));
});

const withNested = (properties: INodeProperties[]): INodeProperties[] =>
	properties.flatMap((property) => [
		property,
		...(property.options ?? []).flatMap((option) => {
			if ('values' in option) return withNested(option.values);
			return 'type' in option ? withNested([option]) : [];
		}),
	]);

// The editor drops digits that would exceed the maximum: 7200 becomes 720.
test('the description of every number field with a maximum names it', () => {
	const fields = [smartcar, trigger]
		.flatMap(({ properties }) => withNested(properties))
		.filter(({ typeOptions }) => typeOptions?.maxValue !== undefined);
	const unnamed = fields.filter(({ description = '', typeOptions }) => {
		const maximum = Number(typeOptions?.maxValue).toLocaleString('en-US');
		return !description.match(/\d+(,\d+)*/g)?.includes(maximum);
	});

	expect(fields.length).toBeGreaterThan(4);
	expect([...new Set(unnamed.map(({ displayName }) => displayName))]).toEqual([]);
});
