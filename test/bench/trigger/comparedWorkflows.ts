import type { Workflow } from '../../../tools/testEnvironment/exampleWorkflows';
import { APPLICATION } from '../../../tools/testEnvironment/credentials';
import type { CredentialToImport } from '../../../tools/n8n/cli';
import { BARE_TRIGGER } from './bare/install';

/** The service's key, as n8n's Crypto node wants it. */
export const CRYPTO_CREDENTIAL: CredentialToImport = {
	id: 'benchCrypto00001',
	name: 'HMAC',
	type: 'crypto',
	data: { hmacSecret: APPLICATION.applicationManagementToken },
};

interface BenchNode {
	name: string;
	type: string;
	typeVersion: number;
	parameters: Record<string, unknown>;
	webhookId?: string;
	credentials?: object;
}

/** Named nodes one after the other, each fed by the first output of the one before. */
function chain(id: string, nodes: readonly BenchNode[]): Workflow {
	const [first] = nodes;
	if (first === undefined) throw new RangeError('A workflow needs a trigger');
	const links = nodes
		.slice(1)
		.map(({ name }, index) => [
			nodes[index]?.name ?? first.name,
			{ main: [[{ node: name, type: 'main', index: 0 }]] },
		]);
	return {
		id,
		name: id,
		nodes: nodes.map((node, index) => ({
			...node,
			id: `${id}-${index}`,
			position: [index * 220, 0],
		})),
		connections: Object.fromEntries(links),
		settings: { executionOrder: 'v1' },
	};
}

/** The node at the end, which gets what the checks before it let through. */
export const END = 'End';

const end = { name: END, type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };

const smartcarTrigger = (webhookId: string, parameters: object) => ({
	name: 'Trigger',
	type: 'n8n-nodes-smartcar.smartcarTrigger',
	typeVersion: 1.1,
	webhookId,
	parameters: { events: ['VEHICLE_STATE', 'VEHICLE_ERROR'], ...parameters },
	credentials: { smartcarWebhookApi: { id: 'smartcarWebhook01', name: 'Smartcar Webhook' } },
});

const bareTrigger = (webhookId: string, parameters: object) => ({
	name: 'Trigger',
	type: BARE_TRIGGER,
	typeVersion: 1.1,
	webhookId,
	parameters: { ...parameters },
});

const coreWebhook = (webhookId: string, options: object) => ({
	name: 'Trigger',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2.1,
	webhookId,
	parameters: { httpMethod: 'POST', path: `${webhookId}/webhook`, options },
});

/** What people build who have no node for it: the signature over the raw body, and each event ID only once. */
const checksByHand = [
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
		name: 'Is It Genuine?',
		type: 'n8n-nodes-base.if',
		typeVersion: 2.3,
		parameters: {
			conditions: {
				options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 3 },
				combinator: 'and',
				conditions: [
					{
						id: 'genuine',
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
		name: 'Is It New?',
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

/** One workflow for each thing that is compared; the first is the package's trigger with its defaults. */
export const workflows = {
	trigger: chain('benchTrigger0001', [smartcarTrigger('bench-trigger', {}), end]),
	bare: chain('benchBare0000001', [bareTrigger('bench-bare', {}), end]),
	core: chain('benchCore0000001', [coreWebhook('bench-core', {}), end]),
	byHand: chain('benchByHand00001', [
		coreWebhook('bench-by-hand', { rawBody: true }),
		...checksByHand,
		end,
	]),
	combined: chain('benchCombined001', [
		smartcarTrigger('bench-combined', { options: { combineEvents: true } }),
		end,
	]),
	unwanted: chain('benchUnwanted001', [
		smartcarTrigger('bench-unwanted', { events: ['VEHICLE_ERROR'] }),
		end,
	]),
	bareAnswer: chain('benchBareAnswer1', [
		bareTrigger('bench-bare-answer', { startWorkflow: false }),
		end,
	]),
};
