import path from 'node:path';
import { HookContext } from 'n8n-core';
import type { INodeParameters, IWebhookData } from 'n8n-workflow';
import nock from 'nock';
import { createHarness } from '../support/harness';

const ADDRESS = 'https://n8n.example.com/webhook/hook/webhook';
const TEST_ADDRESS = ADDRESS.replace('/webhook/', '/webhook-test/');

beforeAll(() => nock.disableNetConnect());
afterAll(() => nock.enableNetConnect());
afterEach(() => {
	nock.cleanAll();
	jest.restoreAllMocks();
});

/** What the log says when the trigger is activated. */
async function activate(
	parameters: INodeParameters,
	webhookBaseUrl = 'https://n8n.example.com/webhook',
) {
	const said: string[] = [];
	const harness = await createHarness(path.resolve(__dirname, '../../..'), {
		smartcarApplicationApi: { accessToken: 'token', clientId: 'client_1', clientSecret: 'secret' },
		smartcarWebhookApi: { applicationManagementToken: 'amt' },
	});
	const node = harness.buildNode('smartcarTrigger', parameters, {
		typeVersion: 1.1,
		webhookId: 'hook',
	});
	const workflow = harness.buildWorkflow(node);
	const { description, webhookMethods } = harness.nodeTypes.getByNameAndVersion(
		node.type,
		node.typeVersion,
	);
	const [webhookDescription] = description.webhooks ?? [];
	if (!webhookDescription) throw new Error('The trigger has no webhook');
	const webhook: IWebhookData = {
		httpMethod: 'POST',
		node: node.name,
		path: 'hook/webhook',
		webhookDescription,
		workflowId: 'wf',
		workflowExecuteAdditionalData: harness.additionalData(),
	};
	const additionalData = harness.additionalData({ webhookBaseUrl });
	const context = new HookContext(workflow, node, additionalData, 'trigger', 'activate', webhook);
	for (const level of ['info', 'warn'] as const) {
		jest.spyOn(context.logger, level).mockImplementation((...[message]) => void said.push(message));
	}
	const exists = await webhookMethods?.default?.checkExists?.call(context);
	return { exists, said: said.join('\n') };
}

interface Attributes {
	callbackUri: string;
	errorCallbackUri?: string;
	isEnabled?: boolean;
}

/** The list of webhooks: the filter finds parts of the callback URI, as the service does. */
function service(webhooks: Attributes[]) {
	const list = (found: Attributes[]) => ({
		data: found.map((one) => ({ attributes: { name: 'n8n', isEnabled: true, ...one } })),
	});
	const management = nock('https://management.api.smartcar.com');
	management
		.get('/v3/webhooks')
		.query({ 'filter[callbackUri]': ADDRESS, 'page[size]': 100 })
		.reply(200, list(webhooks.filter(({ callbackUri }) => callbackUri.includes(ADDRESS))));
	management.get('/v3/webhooks').query({ 'page[size]': 100 }).reply(200, list(webhooks));
}

test.each<[string, Attributes[], string]>([
	['is found', [{ callbackUri: ADDRESS }], 'is registered'],
	[
		'takes errors only',
		[{ callbackUri: 'https://x.example.com', errorCallbackUri: ADDRESS }],
		'is registered',
	],
	['is missing', [], 'no webhook of the application delivers to'],
	[
		'points elsewhere',
		[{ callbackUri: `${ADDRESS}/other` }],
		'no webhook of the application delivers to',
	],
	[
		'has the test URL',
		[{ callbackUri: TEST_ADDRESS }],
		`the webhook 'n8n' delivers to the test URL of this trigger, which answers only while the editor listens: enter ${ADDRESS}`,
	],
	[
		'has the address from before n8n moved',
		[{ callbackUri: 'https://old.example.com/webhook/hook/webhook' }],
		"the webhook 'n8n' delivers to another address of this trigger",
	],
	['is disabled', [{ callbackUri: ADDRESS, isEnabled: false }], "the webhook 'n8n' is disabled"],
])('the log says that the webhook %s', async (_case, webhooks, message) => {
	service(webhooks);

	const { exists, said } = await activate({ checkRegistration: true });

	expect(said).toContain(message);
	expect(exists).toBe(true);
});

test.each([true, false])(
	'an address that the service cannot reach is named, whether it is to look (%s) or not',
	async (checkRegistration) => {
		const { exists, said } = await activate({ checkRegistration }, 'http://localhost:5678/webhook');

		expect(said).toContain(
			'only to public HTTPS addresses, not to http://localhost:5678/webhook/hook/webhook',
		);
		expect(exists).toBe(true);
	},
);

test('activation goes on when the service cannot be asked', async () => {
	nock('https://management.api.smartcar.com').get('/v3/webhooks').query(true).reply(500, 'oh no');

	const { exists, said } = await activate({ checkRegistration: true });

	expect(exists).toBe(true);
	expect(said).toContain('could not look its webhook up');
});

test('without the check nobody is asked', async () => {
	expect(await activate({})).toEqual({ exists: true, said: '' });
});
