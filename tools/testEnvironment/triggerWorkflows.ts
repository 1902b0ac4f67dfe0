import { randomUUID } from 'node:crypto';
import type { Workflow } from './exampleWorkflows';

export const TRIGGER = 'Smartcar Trigger';

interface Parameters {
	events?: Array<'VEHICLE_STATE' | 'VEHICLE_ERROR' | 'OTHER'>;
	acknowledge?: 'onReceived' | 'lastNode';
	simplify?: boolean;
	options?: object;
}

const triggerNode = (parameters: Parameters) => ({
	id: randomUUID(),
	name: TRIGGER,
	type: 'n8n-nodes-smartcar.smartcarTrigger',
	typeVersion: 1.1,
	position: [0, 0],
	webhookId: randomUUID(),
	parameters: { events: ['VEHICLE_STATE', 'VEHICLE_ERROR', 'OTHER'], ...parameters },
	credentials: { smartcarWebhookApi: { id: 'smartcarWebhook01', name: 'Smartcar Webhook' } },
});

const node = (
	name: string,
	type: string,
	typeVersion: number,
	parameters: Record<string, unknown>,
) => ({
	id: randomUUID(),
	name,
	type: `n8n-nodes-base.${type}`,
	typeVersion,
	position: [220, 0],
	parameters,
});

const to = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });

const settings = { executionOrder: 'v1' };

/** The trigger, and a step that does nothing. */
export function plainWorkflow(id: string, parameters: Parameters = {}): Workflow {
	const step = node('Step', 'noOp', 1, {});
	return {
		id,
		name: id,
		nodes: [triggerNode(parameters), step],
		connections: { [TRIGGER]: to('Step') },
		settings,
	};
}

/** The trigger with raw events, and a step that fails while `data.broken` is true. */
export function workflowThatMayFail(id: string, parameters: Parameters = {}): Workflow {
	const isBroken = {
		id: 'broken',
		leftValue: '={{ $json.data.broken === true }}',
		rightValue: '',
		operator: { type: 'boolean', operation: 'true', singleValue: true },
	};
	const options = { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 };
	const filter = node('Is It Broken?', 'filter', 2.2, {
		conditions: { options, combinator: 'and', conditions: [isBroken] },
	});
	const step = node('Step', 'stopAndError', 1, { errorMessage: 'The step failed' });
	return {
		id,
		name: id,
		nodes: [triggerNode({ simplify: false, ...parameters }), filter, step],
		connections: { [TRIGGER]: to('Is It Broken?'), 'Is It Broken?': to('Step') },
		settings,
	};
}
