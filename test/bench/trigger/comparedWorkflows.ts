import type { CredentialToImport } from '../../../tools/n8n/cli';
import { APPLICATION, WEBHOOK_CREDENTIAL } from '../../../tools/testEnvironment/credentials';
import { chainOfNodes, type WorkflowNode } from '../../../tools/testEnvironment/workflow';
import { noOpNode, triggerNode } from '../../support/triggerWorkflows';
import { BARE_FORM_TRIGGER_TYPE, BARE_TRIGGER_TYPE } from './bare/install';

/** The secret that Smartcar signs events with, for n8n's Crypto node. */
export const CRYPTO_CREDENTIAL: CredentialToImport = {
	id: 'benchCrypto00001',
	name: 'HMAC',
	type: 'crypto',
	data: { hmacSecret: APPLICATION.applicationManagementToken },
};

/** The last node of each workflow. */
export const END_NODE = 'End';

const endNode = noOpNode(END_NODE);

const smartcarTrigger = (workflowId: string, parameters = {}): WorkflowNode =>
	triggerNode(workflowId, { events: ['VEHICLE_STATE', 'VEHICLE_ERROR'], ...parameters });

const bareTrigger = (webhookId: string, startWorkflow: boolean): WorkflowNode => ({
	name: 'Trigger',
	type: BARE_TRIGGER_TYPE,
	typeVersion: 1.1,
	webhookId,
	parameters: { startWorkflow },
});

/** A bare trigger with the form for conditions. Starts nothing. */
const bareFormTrigger = (webhookId: string, values: object[]): WorkflowNode => ({
	...bareTrigger(webhookId, false),
	type: BARE_FORM_TRIGGER_TYPE,
	parameters: { startWorkflow: false, events: ['CONDITION_MET'], conditions: { values } },
});

const coreWebhook = (webhookId: string, options: object): WorkflowNode => ({
	name: 'Trigger',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2.1,
	webhookId,
	parameters: { httpMethod: 'POST', path: `${webhookId}/webhook`, options },
});

/**
 * What a user without the Smartcar Trigger would put behind a Webhook node: nodes that check the
 * signature of the raw body, and drop events whose ID was seen before.
 */
const signatureAndDuplicateChecks: WorkflowNode[] = [
	{
		name: 'Sign',
		type: 'n8n-nodes-base.crypto',
		typeVersion: 2,
		parameters: {
			action: 'hmac',
			binaryData: true,
			binaryPropertyName: 'data',
			type: 'SHA256',
			dataPropertyName: 'hmac',
		},
		credentials: { crypto: { id: CRYPTO_CREDENTIAL.id, name: CRYPTO_CREDENTIAL.name } },
	},
	{
		name: 'Is the Signature Valid?',
		type: 'n8n-nodes-base.if',
		typeVersion: 2.3,
		parameters: {
			conditions: {
				options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 3 },
				combinator: 'and',
				conditions: [
					{
						id: 'valid-signature',
						leftValue: '={{ $json.hmac }}',
						rightValue: '={{ $json.headers["sc-signature"] }}',
						operator: { type: 'string', operation: 'equals' },
					},
				],
			},
			options: {},
		},
	},
	{
		name: 'Is the Event New?',
		type: 'n8n-nodes-base.removeDuplicates',
		typeVersion: 2,
		parameters: {
			operation: 'removeItemsSeenInPreviousExecutions',
			logic: 'removeItemsWithAlreadySeenKeyValues',
			dedupeValue: '={{ $json.body.eventId }}',
			options: {},
		},
	},
];

/** Ten conditions that no vehicle of the simulator meets. */
export const UNMET_CONDITIONS = [
	...[50, 51, 52, 53].map((value) => ({
		signal: 'wheel-tires',
		when: 'below',
		value,
		unit: 'kPa',
	})),
	...[1e7, 2e7, 3e7, 4e7].map((value) => ({
		signal: 'odometer-traveleddistance',
		when: 'above',
		value,
		unit: 'km',
	})),
	...[20, 30].map((radius) => ({
		signal: 'location-preciselocation',
		when: 'enters',
		latitude: -80,
		longitude: 10,
		radius,
	})),
];

/** A condition that every vehicle meets when it is seen for the first time. */
const MET_CONDITION = { signal: 'odometer-traveleddistance', when: 'above', value: 1, unit: 'km' };

const conditionTrigger = (workflowId: string, values: object[], options = {}): WorkflowNode =>
	triggerNode(workflowId, { events: ['CONDITION_MET'], conditions: { values }, options });

/** The workflows that the benchmark compares. */
export const comparedWorkflows = {
	trigger: chainOfNodes('benchTrigger0001', [smartcarTrigger('benchTrigger0001'), endNode]),
	bare: chainOfNodes('benchBare0000001', [bareTrigger('bench-bare', true), endNode]),
	bareWithCredential: chainOfNodes('benchBareCred001', [
		{
			...bareTrigger('bench-bare-credential', true),
			credentials: { smartcarWebhookApi: WEBHOOK_CREDENTIAL },
		},
		endNode,
	]),
	core: chainOfNodes('benchCore0000001', [coreWebhook('bench-core', {}), endNode]),
	byHand: chainOfNodes('benchByHand00001', [
		coreWebhook('bench-by-hand', { rawBody: true }),
		...signatureAndDuplicateChecks,
		endNode,
	]),
	combined: chainOfNodes('benchCombined001', [
		smartcarTrigger('benchCombined001', { options: { combineEvents: true } }),
		endNode,
	]),
	unwanted: chainOfNodes('benchUnwanted001', [
		smartcarTrigger('benchUnwanted001', { events: ['VEHICLE_ERROR'] }),
		endNode,
	]),
	met: chainOfNodes('benchMet00000001', [
		conditionTrigger('benchMet00000001', [MET_CONDITION]),
		endNode,
	]),
	// Combines the events that make vehicles known, which starts fewer executions.
	unmet: chainOfNodes('benchUnmet000001', [
		conditionTrigger('benchUnmet000001', UNMET_CONDITIONS, { combineEvents: true }),
		endNode,
	]),
	bareWithoutExecution: chainOfNodes('benchBareNoExec1', [
		bareTrigger('bench-bare-no-execution', false),
		endNode,
	]),
	bareWithConditions: chainOfNodes('benchBareForm001', [
		bareFormTrigger('bench-bare-form', UNMET_CONDITIONS),
		endNode,
	]),
};
