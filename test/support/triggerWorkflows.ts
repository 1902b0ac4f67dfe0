import { WEBHOOK_CREDENTIAL } from '../../tools/testEnvironment/credentials';
import {
	type Workflow,
	chainOfNodes,
	type WorkflowNode,
} from '../../tools/testEnvironment/workflow';

/** Name of the trigger node in these workflows and in the examples. */
export const TRIGGER_NAME = 'Smartcar Trigger';

export interface TriggerParameters {
	events?: Array<'VEHICLE_STATE' | 'VEHICLE_ERROR' | 'CONDITION_MET' | 'OTHER'>;
	conditions?: object;
	filters?: object;
	simplify?: boolean;
	options?: object;
}

/** A Smartcar Trigger. Its webhook ID is derived from the workflow's ID. */
export const triggerNode = (
	workflowId: string,
	parameters: TriggerParameters = {},
): WorkflowNode => ({
	name: TRIGGER_NAME,
	type: 'n8n-nodes-smartcar.smartcarTrigger',
	typeVersion: 1.1,
	webhookId: `webhook-${workflowId}`,
	parameters: { events: ['VEHICLE_STATE', 'VEHICLE_ERROR', 'OTHER'], ...parameters },
	credentials: { smartcarWebhookApi: WEBHOOK_CREDENTIAL },
});

/** A node that passes its items on unchanged. */
export const noOpNode = (name: string): WorkflowNode => ({
	name,
	type: 'n8n-nodes-base.noOp',
	typeVersion: 1,
	parameters: {},
});

/** The Smartcar Trigger, followed by a node that does nothing. */
export function triggerWorkflow(id: string, parameters: TriggerParameters = {}): Workflow {
	return chainOfNodes(id, [triggerNode(id, parameters), noOpNode('Step')]);
}

/**
 * The Smartcar Trigger with raw events, in a workflow that fails on purpose.
 * @param failsIf expression: the workflow fails if it is true for an item. Default: the event has
 * `data.shouldFail: true`
 */
export function failingWorkflow(
	id: string,
	parameters: TriggerParameters = {},
	failsIf = '={{ $json.data.shouldFail === true }}',
): Workflow {
	const shouldFail = {
		id: 'should-fail',
		leftValue: failsIf,
		rightValue: '',
		operator: { type: 'boolean', operation: 'true', singleValue: true },
	};
	const options = { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 };
	const filter: WorkflowNode = {
		name: 'Should It Fail?',
		type: 'n8n-nodes-base.filter',
		typeVersion: 2.2,
		parameters: { conditions: { options, combinator: 'and', conditions: [shouldFail] } },
	};
	const fail: WorkflowNode = {
		name: 'Fail',
		type: 'n8n-nodes-base.stopAndError',
		typeVersion: 1,
		parameters: { errorMessage: 'The workflow failed on purpose' },
	};
	return chainOfNodes(id, [triggerNode(id, { simplify: false, ...parameters }), filter, fail]);
}
