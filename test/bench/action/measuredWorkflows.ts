import { callableWorkflow, type Step } from '../../../tools/testEnvironment/callableWorkflow';

export const CONCURRENCY = 10;

/** Of every answer of the simulated service. */
export const LATENCY_MS = 100;

/** So long the node may wait in all, seconds: a benchmark of limits must not end by patience. */
const PATIENCE_S = 3600;

const application = {
	smartcarApplicationApi: { id: 'smartcarApp00001', name: 'Smartcar Application' },
};

const smartcarTires: Step = {
	name: 'Get Tire Pressure',
	type: 'n8n-nodes-smartcar.smartcar',
	typeVersion: 1,
	parameters: {
		resource: 'vehicle',
		operation: 'getTirePressure',
		vehicleId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
		options: { concurrentRequests: CONCURRENCY, maxRetryWait: PATIENCE_S },
	},
	credentials: application,
	onError: 'continueRegularOutput',
};

/**
 * The same with n8n's HTTP Request node, which knows no bound but its batching: so many requests, then a pause. A pause
 * of one answer's time keeps to the bound.
 */
const httpRequestTires: Step = {
	name: 'HTTP Request',
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		url: '={{ $json.url }}',
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'smartcarApplicationApi',
		options: { batching: { batch: { batchSize: CONCURRENCY, batchInterval: LATENCY_MS } } },
	},
	credentials: application,
	onError: 'continueRegularOutput',
};

const allSubscriptions: Step = {
	name: 'Get Many Subscriptions',
	type: 'n8n-nodes-smartcar.smartcar',
	typeVersion: 1,
	parameters: {
		resource: 'subscription',
		operation: 'getMany',
		returnAll: true,
		options: { concurrentRequests: CONCURRENCY },
	},
	credentials: application,
};

const count: Step = {
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

// What a run gave is read from its answer; storing it too would be measured along.
const unsaved = { saveDataSuccessExecution: 'none', saveManualExecutions: false };

export const smartcar = callableWorkflow('bench-smartcar', [smartcarTires], unsaved);
export const httpRequest = callableWorkflow('bench-http-request', [httpRequestTires], unsaved);
export const subscriptions = callableWorkflow(
	'bench-subscriptions',
	[allSubscriptions, count],
	unsaved,
);
