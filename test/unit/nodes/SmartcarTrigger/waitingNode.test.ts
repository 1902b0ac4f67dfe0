import type { INodeParameters, NodeTypeAndVersion } from 'n8n-workflow';
import { checkWaitingNodes } from '../../../../nodes/SmartcarTrigger/waitingNode';
import { testTrigger } from '../testNode';

/** Publishes a workflow with this node behind the trigger. */
function publish(
	type: string,
	nodeParameters: INodeParameters,
	{ disabled = false, acknowledge = 'lastNode' as 'lastNode' | 'onReceived' } = {},
): void {
	const node: NodeTypeAndVersion = {
		name: 'Ask Owner',
		type,
		typeVersion: 1,
		disabled,
		parameters: nodeParameters,
	};
	const trigger = testTrigger({ parameters: { options: { acknowledge } } });
	checkWaitingNodes.call({ getNode: () => trigger, getChildNodes: () => [node] });
}

const WAIT = 'n8n-nodes-base.wait';

test.each<[string, INodeParameters]>([
	[WAIT, { resume: 'webhook' }],
	[WAIT, { resume: 'form' }],
	[WAIT, { resume: 'specificTime' }],
	[WAIT, { resume: 'timeInterval', amount: 1, unit: 'hours' }],
	[WAIT, { resume: 'timeInterval', amount: 20, unit: 'seconds' }],
	[WAIT, { resume: 'timeInterval', amount: '={{ $json.seconds }}', unit: 'seconds' }],
	['n8n-nodes-base.slack', { operation: 'sendAndWait' }],
	['n8n-nodes-base.github', { operation: 'dispatchAndWait' }],
	['n8n-nodes-base.form', { operation: 'page' }],
])(
	'a workflow that waits in %s %j is not acknowledged when it finishes',
	(type, nodeParameters) => {
		expect(() => publish(type, nodeParameters)).toThrow(
			"The node 'Ask Owner' makes the workflow wait",
		);
	},
);

test.each<[string, INodeParameters]>([
	[WAIT, { resume: 'timeInterval', amount: 2, unit: 'seconds' }],
	['n8n-nodes-base.slack', { operation: 'post' }],
	['n8n-nodes-base.set', {}],
	['n8n-nodes-base.executeWorkflow', {}],
])('a workflow with %s %j can be acknowledged when it finishes', (type, nodeParameters) => {
	expect(() => publish(type, nodeParameters)).not.toThrow();
});

test('a disabled node does not wait', () => {
	expect(() => publish(WAIT, { resume: 'webhook' }, { disabled: true })).not.toThrow();
});

test('a workflow that is acknowledged when it is stored can wait', () => {
	expect(() => publish(WAIT, { resume: 'webhook' }, { acknowledge: 'onReceived' })).not.toThrow();
});
