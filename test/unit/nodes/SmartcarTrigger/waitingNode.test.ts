import { randomUUID } from 'node:crypto';
import type { INodeParameters, NodeTypeAndVersion } from 'n8n-workflow';
import {
	checkWaitingNodes,
	warnOfWaitingNode,
} from '../../../../nodes/SmartcarTrigger/waitingNode';
import { testTrigger } from '../testNode';

interface Changes {
	name?: string;
	disabled?: boolean;
	acknowledge?: 'lastNode' | 'onReceived';
}

/** A workflow with this node behind the trigger. */
function workflowWith(
	type: string,
	nodeParameters: INodeParameters,
	{ name = 'Ask Owner', disabled = false, acknowledge = 'lastNode' }: Changes = {},
) {
	const node: NodeTypeAndVersion = {
		name,
		type,
		typeVersion: 1,
		disabled,
		parameters: nodeParameters,
	};
	const trigger = testTrigger({ parameters: { options: { acknowledge } } });
	return { getNode: () => trigger, getChildNodes: () => [node] };
}

const publish = (...workflow: Parameters<typeof workflowWith>): void =>
	checkWaitingNodes.call(workflowWith(...workflow));

/**
 * Runs executions of a workflow at these times, in minutes.
 * @returns the hints that they show, and what is logged
 */
function execute(minutes: number[], ...workflow: Parameters<typeof workflowWith>) {
	const addExecutionHints = jest.fn();
	const error = jest.fn();
	const id = randomUUID();
	const clock = jest.spyOn(performance, 'now');
	for (const minute of minutes) {
		clock.mockReturnValue(minute * 60_000);
		warnOfWaitingNode.call({
			...workflowWith(...workflow),
			addExecutionHints,
			getWorkflow: () => ({ id, active: true }),
			logger: { error, info: jest.fn(), warn: jest.fn(), debug: jest.fn() },
		});
	}
	clock.mockRestore();
	return {
		hints: addExecutionHints.mock.calls.map(([{ message }]) => message),
		logged: error.mock.calls.map(([message]) => message),
	};
}

const WAIT = 'n8n-nodes-base.wait';

test.each<[string, INodeParameters]>([
	[WAIT, { resume: 'webhook' }],
	[WAIT, { resume: 'form' }],
	[WAIT, { resume: 'specificTime' }],
	[WAIT, { resume: 'timeInterval', amount: 1, unit: 'hours' }],
	[WAIT, { resume: 'timeInterval', amount: 65, unit: 'seconds' }],
	[WAIT, { resume: 'timeInterval', amount: 2, unit: 'minutes' }],
	[WAIT, { resume: 'timeInterval', amount: '={{ $json.seconds }}', unit: 'seconds' }],
	['n8n-nodes-base.slack', { operation: 'sendAndWait' }],
	['n8n-nodes-base.github', { operation: 'dispatchAndWait' }],
	['n8n-nodes-base.form', { operation: 'page' }],
])(
	'a workflow that waits in %s %j cannot be published if it is acknowledged when it finishes',
	(type, nodeParameters) => {
		expect(() => publish(type, nodeParameters)).toThrow(
			"The node 'Ask Owner' makes the workflow wait",
		);
	},
);

// n8n holds such an execution, so it does not tell Smartcar too soon that the event has arrived.
test.each<[number, string]>([
	[15, 'seconds'],
	[64, 'seconds'],
	[1, 'minutes'],
	[0.01, 'hours'],
])(
	'a workflow that waits for %d %s cannot be published, because Smartcar does not wait for so long',
	(amount, unit) => {
		expect(() => publish(WAIT, { resume: 'timeInterval', amount, unit })).toThrow(
			"The node 'Ask Owner' waits for longer than Smartcar waits for a response, which is 15 seconds",
		);
	},
);

test.each<[string, INodeParameters]>([
	[WAIT, { resume: 'timeInterval', amount: 14, unit: 'seconds' }],
	[WAIT, { resume: 'timeInterval', amount: 0.2, unit: 'minutes' }],
	[WAIT, { amount: 0.0001, unit: 'days' }],
	['n8n-nodes-base.slack', { operation: 'post' }],
	['n8n-nodes-base.set', {}],
	['n8n-nodes-base.executeWorkflow', {}],
])(
	'a workflow with %s %j can be published if it is acknowledged when it finishes',
	(type, nodeParameters) => {
		expect(() => publish(type, nodeParameters)).not.toThrow();
	},
);

// n8n would replace the message, because the name contains EACCES.
test('names the node whatever its name contains', () => {
	expect(() => publish(WAIT, { resume: 'webhook' }, { name: 'WaitForDeviceAccess' })).toThrow(
		"The node 'WaitForDeviceAccess' makes the workflow wait",
	);
});

test('a workflow whose waiting node is disabled can be published', () => {
	expect(() => publish(WAIT, { resume: 'webhook' }, { disabled: true })).not.toThrow();
});

test('a workflow that waits can be published if it is acknowledged when it is stored', () => {
	expect(() => publish(WAIT, { resume: 'webhook' }, { acknowledge: 'onReceived' })).not.toThrow();
});

// n8n does not ask the trigger when such a node is added to a published workflow.
test('each execution of a workflow that waits shows what is wrong, and the log once an hour', () => {
	const name = 'Wait <here>';
	const { hints, logged } = execute([0, 59, 61], WAIT, { resume: 'webhook' }, { name });

	expect(hints).toHaveLength(3);
	expect(hints[0]).toMatch(/^The node 'Wait &lt;here>' makes the workflow wait\. .* lost/);
	const line = expect.stringContaining("The node 'Wait <here>' makes");
	expect(logged).toEqual([line, line]);
});

test('an execution that waits for 20 seconds says that Smartcar sends the event again', () => {
	const { hints, logged } = execute([0], WAIT, { amount: 20, unit: 'seconds' });

	expect(hints).toEqual([expect.stringContaining('. Smartcar then sends the event again. ')]);
	expect(logged).toEqual([expect.stringContaining('acknowledges events too late: The node')]);
});

test('of two nodes that wait, the one is named for which an event can be lost', () => {
	const [short] = workflowWith(WAIT, { amount: 20, unit: 'seconds' }).getChildNodes();
	const workflow = workflowWith('n8n-nodes-base.form', {}, { name: 'Form' });
	const getChildNodes = () => [...(short ? [short] : []), ...workflow.getChildNodes()];

	expect(() => checkWaitingNodes.call({ ...workflow, getChildNodes })).toThrow("The node 'Form'");
});

test('an execution of a workflow that does not wait shows nothing', () => {
	expect(execute([0], 'n8n-nodes-base.set', {})).toEqual({ hints: [], logged: [] });
});
