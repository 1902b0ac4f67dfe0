import {
	createRunExecutionData,
	NodeConnectionTypes,
	Workflow,
	type IDataObject,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
} from 'n8n-workflow';
import { SmartcarTrigger } from '../../../nodes/SmartcarTrigger/SmartcarTrigger.node';
import { testNode, testTrigger } from '../nodes/testNode';
import { parseExample, workflowNodes } from './exampleFiles';

const TABLE = 'Create Reconnect Table';

/** The nodes that read, write or delete a row of the table of open errors. */
const rowNodes = workflowNodes(parseExample('ask-the-owner-to-reconnect.json')).filter(
	({ parameters }) =>
		parameters.resource === 'row' && JSON.stringify(parameters.dataTableId).includes(TABLE),
);

/** What n8n makes of a parameter if the trigger has emitted this item. */
function evaluate(parameter: unknown, json: IDataObject): unknown {
	const trigger = testTrigger();
	const node = testNode();
	const type: INodeType = new SmartcarTrigger();
	const workflow = new Workflow({
		nodes: [trigger, node],
		connections: {
			[trigger.name]: { main: [[{ node: node.name, type: NodeConnectionTypes.Main, index: 0 }]] },
		},
		active: false,
		nodeTypes: {
			getByName: () => type,
			getByNameAndVersion: () => type,
			getKnownTypes: () => ({}),
		},
	});
	const items: INodeExecutionData[] = [{ json, pairedItem: { item: 0 } }];
	const run = { startTime: 0, executionIndex: 0, executionTime: 0, source: [] };
	const runData = { [trigger.name]: [{ ...run, data: { main: [items] } }] };
	return workflow.expression.getParameterValue(
		parameter as INodeParameters,
		createRunExecutionData({ resultData: { runData } }),
		0,
		0,
		node.name,
		items,
		'internal',
		{},
		{ node, data: { main: [items] }, source: { main: [{ previousNode: trigger.name }] } },
	);
}

const rowCondition = (keyName: string, keyValue: string) => ({
	keyName,
	condition: 'eq',
	keyValue,
});

test('several nodes use the table of open errors', () => {
	expect(rowNodes.length).toBeGreaterThan(2);
});

describe.each(rowNodes)('$name', ({ parameters: { filters, matchType } }) => {
	test.each([
		['an owner', { userId: 'ada' }, 'ada'],
		['another owner of the same car', { userId: 'grace' }, 'grace'],
		['an event without a user ID', {}, 'none'],
	])('uses the row of %s', (_owner, user, userId) => {
		const event = { vehicleId: 'car', eventId: 'event', ...user };
		expect(matchType).toBe('allConditions');
		expect(evaluate(filters, event)).toEqual({
			conditions: expect.arrayContaining([
				rowCondition('vehicleId', 'car'),
				rowCondition('userId', userId),
			]),
		});
	});
});

test('Save the Error writes the owner that the filters ask for', () => {
	const { columns } = rowNodes.find(({ name }) => name === 'Save the Error')?.parameters ?? {};
	const event = { vehicleId: 'car', eventId: 'event' };
	expect(evaluate(columns, event)).toMatchObject({
		value: { vehicleId: 'car', userId: 'none', eventId: 'event' },
	});
});
