import { APPLICATION_CREDENTIAL } from '../../../tools/testEnvironment/credentials';
import type { WorkflowNode } from '../../../tools/testEnvironment/workflow';
import { callableWorkflow } from '../../support/callableWorkflow';

/** How many requests a workflow may send at the same time. */
export const CONCURRENCY = 10;

/** The simulator responds to each request after this time. */
export const LATENCY_MS = 100;

/** Long enough that no item fails, however often the rate limit delays it. */
const MAX_RETRY_WAIT_S = 3600;

const credentials = { smartcarApplicationApi: APPLICATION_CREDENTIAL };

const getTirePressureNode: WorkflowNode = {
	name: 'Get Tire Pressure',
	type: 'n8n-nodes-smartcar.smartcar',
	typeVersion: 1,
	parameters: {
		resource: 'vehicle',
		apiVersion: 'v2.0',
		operation: 'getTirePressure',
		vehicleId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
		options: { concurrentRequests: CONCURRENCY, maxRetryWait: MAX_RETRY_WAIT_S },
	},
	credentials,
	onError: 'continueRegularOutput',
};

/**
 * Reads the tire pressure with n8n's HTTP Request node, which can only limit its requests by a
 * pause after each batch. The pause is as long as a response takes, so that it sends no more
 * requests at the same time than the Smartcar node.
 */
const httpRequestNode: WorkflowNode = {
	name: 'HTTP Request',
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		url: '={{ $json.url }}',
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'smartcarApplicationApi',
		options: { batching: { batch: { batchSize: CONCURRENCY, batchInterval: LATENCY_MS } } },
	},
	credentials,
	onError: 'continueRegularOutput',
};

const getManySubscriptionsNode: WorkflowNode = {
	name: 'Get Many Subscriptions',
	type: 'n8n-nodes-smartcar.smartcar',
	typeVersion: 1,
	parameters: {
		resource: 'subscription',
		operation: 'getMany',
		returnAll: true,
		options: { concurrentRequests: CONCURRENCY },
	},
	credentials,
};

const countNode: WorkflowNode = {
	name: 'Count',
	type: 'n8n-nodes-base.summarize',
	typeVersion: 1.1,
	parameters: {
		fieldsToSummarize: {
			values: [
				{ aggregation: 'count', field: 'id' },
				{ aggregation: 'countUnique', field: 'id' },
			],
		},
		options: {},
	},
};

// The benchmark gets the output from the workflow's response, so n8n does not have to store it.
const storeNoExecutionData = { saveDataSuccessExecution: 'none', saveManualExecutions: false };

/** Reads the tire pressure of each item's vehicle with the Smartcar node. */
export const smartcarNodeWorkflow = callableWorkflow(
	'bench-smartcar',
	[getTirePressureNode],
	storeNoExecutionData,
);

/** Reads the tire pressure of each item's vehicle with the HTTP Request node. */
export const httpRequestWorkflow = callableWorkflow(
	'bench-http-request',
	[httpRequestNode],
	storeNoExecutionData,
);

/** Reads all subscriptions with the Smartcar node and counts them. */
export const subscriptionsWorkflow = callableWorkflow(
	'bench-subscriptions',
	[getManySubscriptionsNode, countNode],
	storeNoExecutionData,
);
