import { callableWorkflow } from '../../../tools/testEnvironment/callableWorkflow';
import { APPLICATION_CREDENTIAL } from '../../../tools/testEnvironment/credentials';
import type { WorkflowNode } from '../../../tools/testEnvironment/workflow';

/** Requests at the same time. */
export const CONCURRENCY = 10;

/** The simulator's latency for each response, ms. */
export const LATENCY_MS = 100;

/** Long enough that no item fails because of the rate limit. */
const MAX_RETRY_WAIT_S = 3600;

const credentials = { smartcarApplicationApi: APPLICATION_CREDENTIAL };

const getTirePressure: WorkflowNode = {
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
 * The same with n8n's HTTP Request node. Its only limit is batching: it pauses after each batch. With a pause of one
 * response time no more requests are sent at once than by the Smartcar node.
 */
const requestTirePressure: WorkflowNode = {
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

const getManySubscriptions: WorkflowNode = {
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

const count: WorkflowNode = {
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

// The output is read from the response, so n8n need not spend time on storing it.
const unsaved = { saveDataSuccessExecution: 'none', saveManualExecutions: false };

/** Reads the tire pressure of each item's vehicle with the Smartcar node. */
export const smartcarNodeWorkflow = callableWorkflow('bench-smartcar', [getTirePressure], unsaved);

/** The same with the HTTP Request node. */
export const httpRequestWorkflow = callableWorkflow(
	'bench-http-request',
	[requestTirePressure],
	unsaved,
);

/** Reads all subscriptions with the Smartcar node and counts them. */
export const subscriptionsWorkflow = callableWorkflow(
	'bench-subscriptions',
	[getManySubscriptions, count],
	unsaved,
);
