import { HookContext } from 'n8n-core';
import type {
	INode,
	ICredentialDataDecryptedObject,
	INodeParameters,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import nock from 'nock';
import { createHarness } from '../support/harness';

const PRODUCTION_URL = 'https://n8n.example.com/webhook/hook/webhook';
const TEST_URL = PRODUCTION_URL.replace('/webhook/', '/webhook-test/');

/** After the name of the trigger. The warning about missing events says "it is registered". */
const REGISTERED = '" is registered as';

beforeAll(() => nock.disableNetConnect());
// Otherwise the requests of the next test file would also pass through this file's nock.
afterAll(() => nock.restore());
afterEach(() => {
	nock.cleanAll();
	jest.restoreAllMocks();
});

interface ActivateOptions {
	webhookBaseUrl?: string;
	hosts?: ICredentialDataDecryptedObject;
	mode?: WorkflowActivateMode;
	/** `manual` while the editor listens for a test event. */
	executionMode?: WorkflowExecuteMode;
	/** What differs from a node that n8n has created. */
	node?: Partial<INode>;
	/** The lines of n8n's log are added to this list. */
	log?: string[];
}

/** Runs the hook that n8n calls to publish the workflow. Returns its result and n8n's log. */
async function activate(
	parameters: INodeParameters,
	{
		webhookBaseUrl = 'https://n8n.example.com/webhook',
		hosts = {},
		mode = 'activate',
		executionMode = 'trigger',
		node: nodeChanges = {},
		log = [],
	}: ActivateOptions = {},
) {
	const harness = await createHarness({
		smartcarApplicationApi: {
			accessToken: 'token',
			clientId: 'client_1',
			clientSecret: 'secret',
			...hosts,
		},
		smartcarWebhookApi: { applicationManagementToken: 'amt' },
	});
	const node = harness.buildNode('smartcarTrigger', parameters, {
		typeVersion: 1.1,
		webhookId: 'hook',
		...nodeChanges,
	});
	const workflow = harness.buildWorkflow(node);
	const { webhookMethods } = harness.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	const webhook = harness.buildWebhookData(node);
	const additionalData = harness.additionalData({ webhookBaseUrl });
	const context = new HookContext(workflow, node, additionalData, executionMode, mode, webhook);
	for (const level of ['info', 'warn', 'error'] as const) {
		jest.spyOn(context.logger, level).mockImplementation((...[message]) => void log.push(message));
	}
	const exists = await webhookMethods?.default?.checkExists?.call(context);
	return { exists, log: log.join('\n') };
}

/** The attributes of a webhook in Smartcar's list. */
interface WebhookAttributes {
	name?: string;
	callbackUri: string;
	errorCallbackUri?: string;
	isEnabled?: boolean;
}

/**
 * Mocks Smartcar's list of webhooks, with and without a filter for the production URL. The filter
 * matches parts of the callback URI.
 * @param pageLength how many webhooks are on a page, which can be fewer than the trigger asks for
 */
function mockWebhooks(webhooks: WebhookAttributes[], pageLength = 100) {
	const management = nock('https://management.api.smartcar.com');
	const mockPages = (filter: object, listed: WebhookAttributes[]) => {
		for (let page = 1; page === 1 || (page - 1) * pageLength < listed.length; page++) {
			const data = listed.slice((page - 1) * pageLength, page * pageLength).map((attributes) => ({
				attributes: { name: 'n8n', isEnabled: true, ...attributes },
			}));
			management
				.get('/v3/webhooks')
				.query({ ...filter, 'page[number]': page, 'page[size]': 100 })
				.reply(200, { data, links: { next: page * pageLength < listed.length ? 'next' : null } });
		}
	};
	mockPages(
		{ 'filter[callbackUri]': PRODUCTION_URL },
		webhooks.filter(({ callbackUri }) => callbackUri.includes(PRODUCTION_URL)),
	);
	mockPages({}, webhooks);
}

test.each<[string, WebhookAttributes[], string]>([
	['is found', [{ callbackUri: PRODUCTION_URL }], `${REGISTERED} callback URI of a webhook`],
	[
		'receives errors only',
		[{ callbackUri: 'https://x.example.com', errorCallbackUri: PRODUCTION_URL }],
		`${REGISTERED} error callback URI of a webhook, so it gets only vehicle errors`,
	],
	[
		'is on the third page',
		[
			...Array.from({ length: 200 }, () => ({ callbackUri: 'https://x.example.com' })),
			{ callbackUri: 'https://x.example.com', errorCallbackUri: PRODUCTION_URL },
		],
		`${REGISTERED} error callback URI of a webhook`,
	],
	[
		'is enabled, if another one is disabled',
		[{ callbackUri: PRODUCTION_URL, isEnabled: false }, { callbackUri: PRODUCTION_URL }],
		`${REGISTERED} callback URI of a webhook`,
	],
	[
		'is enabled, if Smartcar does not say that it is disabled',
		[{ callbackUri: PRODUCTION_URL, isEnabled: undefined }],
		`${REGISTERED} callback URI of a webhook`,
	],
	[
		'receives errors only, if the one for all events is disabled',
		[
			{ callbackUri: PRODUCTION_URL, isEnabled: false },
			{ callbackUri: 'https://x.example.com', errorCallbackUri: PRODUCTION_URL },
		],
		`${REGISTERED} error callback URI of a webhook, so it gets only vehicle errors`,
	],
	['is missing', [], 'no webhook of the application delivers to'],
	[
		'has another URL',
		[{ callbackUri: `${PRODUCTION_URL}/other` }],
		'no webhook of the application delivers to',
	],
	[
		'has the URL of another trigger',
		[{ callbackUri: PRODUCTION_URL.replace('/hook/', '/other/') }],
		'no webhook of the application delivers to',
	],
	[
		'has the test URL',
		[{ callbackUri: TEST_URL }],
		`the webhook 'n8n' delivers to the test URL of this trigger, which answers only while the editor listens. Enter ${PRODUCTION_URL}`,
	],
	[
		'has a former URL of n8n',
		[{ callbackUri: 'https://old.example.com/webhook/hook/webhook' }],
		"the webhook 'n8n' delivers to another URL of this trigger",
	],
	[
		'is disabled',
		[{ callbackUri: PRODUCTION_URL, isEnabled: false }],
		"the webhook 'n8n' is disabled",
	],
	[
		'is disabled, in one line although its name has two',
		[{ name: 'Tires\nBattery', callbackUri: PRODUCTION_URL, isEnabled: false }],
		"the webhook 'Tires Battery' is disabled",
	],
])('logs that the webhook %s', async (_case, webhooks, message) => {
	mockWebhooks(webhooks);

	const { exists, log } = await activate({ options: { checkRegistration: true } });

	expect(log).toContain(message);
	expect(log.split('\n')).toHaveLength(1);
	expect(exists).toBe(true);
});

test('finds a webhook on the second page, even if the first one has fewer than requested', async () => {
	const others = Array.from({ length: 50 }, () => ({ callbackUri: `${PRODUCTION_URL}/other` }));
	mockWebhooks([...others, { callbackUri: PRODUCTION_URL }], 50);

	const { log } = await activate({ options: { checkRegistration: true } });

	expect(log).toContain(`${REGISTERED} callback URI of a webhook`);
});

test('a request for the list of webhooks times out after 10 seconds', async () => {
	mockWebhooks([{ callbackUri: PRODUCTION_URL }]);
	const timers = jest.spyOn(globalThis, 'setTimeout');

	await activate({ options: { checkRegistration: true } });

	const delays = timers.mock.calls.map(([, milliseconds]) => milliseconds ?? 0);
	expect(Math.max(...delays)).toBe(10_000);
});

const ELSEWHERE = 'https://x.example.com';

test.each<[string, WebhookAttributes[], string[], RegExp]>([
	[
		'the chosen vehicle errors go to another URL',
		[{ callbackUri: PRODUCTION_URL, errorCallbackUri: ELSEWHERE }],
		['VEHICLE_ERROR'],
		/ will get none of the events in 'Events': it is registered as callback URI of a webhook, but vehicle errors go to another URL\./,
	],
	[
		'only vehicle errors arrive, and none are chosen',
		[{ callbackUri: ELSEWHERE, errorCallbackUri: PRODUCTION_URL }],
		['VEHICLE_STATE', 'OTHER'],
		/ will get none of the events in 'Events': it is registered as error callback URI of a webhook, so it gets only vehicle errors\./,
	],
	[
		'the chosen vehicle errors go to another URL, but vehicle states arrive',
		[{ callbackUri: PRODUCTION_URL, errorCallbackUri: ELSEWHERE }],
		['VEHICLE_ERROR', 'VEHICLE_STATE'],
		/ is registered as callback URI of a webhook, but vehicle errors go to another URL$/,
	],
	[
		'vehicle errors arrive at the URL if the error callback URI is empty',
		[{ callbackUri: PRODUCTION_URL, errorCallbackUri: '' }],
		['VEHICLE_ERROR'],
		/ is registered as callback URI of a webhook$/,
	],
	[
		'vehicle errors arrive at the URL as error callback URI of the same webhook',
		[{ callbackUri: PRODUCTION_URL, errorCallbackUri: PRODUCTION_URL }],
		['VEHICLE_ERROR'],
		/ is registered as callback URI of a webhook$/,
	],
	[
		'vehicle errors arrive at the URL as error callback URI of another webhook',
		[
			{ callbackUri: PRODUCTION_URL, errorCallbackUri: ELSEWHERE },
			{ callbackUri: ELSEWHERE, errorCallbackUri: PRODUCTION_URL },
		],
		['VEHICLE_ERROR'],
		/ is registered as callback URI of a webhook$/,
	],
	[
		'vehicle errors do not arrive if the other webhook is disabled',
		[
			{ callbackUri: PRODUCTION_URL, errorCallbackUri: ELSEWHERE },
			{ callbackUri: PRODUCTION_URL, isEnabled: false },
		],
		['VEHICLE_ERROR'],
		/ will get none of the events in 'Events'/,
	],
])('logs which events arrive: %s', async (_case, webhooks, events, message) => {
	mockWebhooks(webhooks);

	const { exists, log } = await activate({ events, options: { checkRegistration: true } });

	expect(log).toMatch(message);
	expect(exists).toBe(true);
});

test.each([true, false])(
	'logs a URL that is not public, with Check Registration %s',
	async (checkRegistration) => {
		const { exists, log } = await activate(
			{ options: { checkRegistration } },
			{ webhookBaseUrl: 'http://localhost:5678/webhook' },
		);

		expect(log).toContain(
			'only to public HTTPS URLs. n8n uses http://localhost:5678/webhook/hook/webhook as the URL',
		);
		expect(log.includes('The registration was not checked')).toBe(checkRegistration);
		expect(exists).toBe(true);
	},
);

test('looks up the webhook at the custom host', async () => {
	const attributes = { name: 'n8n', isEnabled: true, callbackUri: PRODUCTION_URL };
	const custom = nock('https://proxy.example.com')
		.get('/v3/webhooks')
		.query(true)
		.reply(200, { data: [{ attributes }], links: {} });

	const { log } = await activate(
		{ options: { checkRegistration: true } },
		{
			hosts: { customHosts: true, managementUrl: 'https://proxy.example.com/v3' },
		},
	);

	expect(log).toContain(`${REGISTERED} callback URI of a webhook`);
	expect(custom.isDone()).toBe(true);
});

test('a redirect to another host does not send the token there', async () => {
	nock('https://management.api.smartcar.com')
		.get('/v3/webhooks')
		.query(true)
		.reply(302, '', { location: 'https://elsewhere.example/webhooks' });
	let authorization: string | undefined = 'not requested';
	nock('https://elsewhere.example')
		.get('/webhooks')
		.reply(function reply() {
			authorization = this.req.headers.authorization;
			return [200, { data: [], links: {} }];
		});

	await activate({ options: { checkRegistration: true } });

	expect(authorization).toBeUndefined();
});

test('the workflow is published even if Smartcar responds with an error', async () => {
	nock('https://management.api.smartcar.com').get('/v3/webhooks').query(true).reply(500, 'oh no');

	const { exists, log } = await activate({ options: { checkRegistration: true } });

	expect(exists).toBe(true);
	expect(log).toContain(
		'could not look up its webhook: The service was not able to process your request (HTTP 500)',
	);
});

test('the log gives the reason in one line, even if the error has two', async () => {
	nock('https://management.api.smartcar.com')
		.get('/v3/webhooks')
		.query(true)
		.replyWithError('no connection\nto the proxy');

	const { log } = await activate({ options: { checkRegistration: true } });

	expect(log).toMatch(/could not look up its webhook: no connection to the proxy$/);
});

test('the log says in one line that the response is not a list of webhooks', async () => {
	nock('https://management.api.smartcar.com').get('/v3/webhooks').query(true).reply(200, '<html>');

	const { log } = await activate({ options: { checkRegistration: true } });

	expect(log).toMatch(
		/could not look up its webhook: the response is not a list of webhooks\. A proxy, a gateway or a login page may have responded$/,
	);
});

test.each(['https://n8n.example.com/webhook', 'http://localhost:5678/webhook'])(
	'sends no request and logs nothing while the editor listens: %s',
	async (webhookBaseUrl) => {
		const lookup = nock('https://management.api.smartcar.com')
			.get('/v3/webhooks')
			.query(true)
			.reply(200, { data: [], links: {} });

		const { exists, log } = await activate(
			{ options: { checkRegistration: true } },
			{ webhookBaseUrl, mode: 'manual', executionMode: 'manual' },
		);

		expect(log).toBe('');
		expect(lookup.isDone()).toBe(false);
		expect(exists).toBe(true);
	},
);

test('sends no request if Check Registration is off', async () => {
	expect(await activate({})).toEqual({ exists: true, log: '' });
});

test('a workflow with a wrong value is not published, and the error names the parameter', async () => {
	await expect(activate({ filters: { vehicleIds: '={{ { id: 5 } }}' } })).rejects.toMatchObject({
		message: expect.stringContaining("'Filters → Vehicle IDs' is not valid"),
	});
});

test('the log names the trigger and the reason once if it cannot be published', async () => {
	const log: string[] = [];
	const publish = async () => await activate({ events: [] }, { node: { name: 'Tires' }, log });

	await expect(publish()).rejects.toThrow("Select at least one event in 'Events'");
	await expect(publish()).rejects.toThrow("Select at least one event in 'Events'");
	expect(log).toEqual([
		expect.stringMatching(
			/^Smartcar Trigger "Tires" .*cannot be published: Select at least one event in 'Events'$/,
		),
	]);
});

test('the log gives each reason for which the trigger cannot be published', async () => {
	const log: string[] = [];
	// A reason is logged once a minute for each node. No other test has a node with this ID.
	const options = { node: { id: 'two-reasons' }, log };

	await expect(activate({ events: [] }, options)).rejects.toThrow();
	await expect(activate({ filters: { errorStates: ['active'] } }, options)).rejects.toThrow();
	expect(log).toEqual([
		expect.stringContaining("cannot be published: Select at least one event in 'Events'"),
		expect.stringContaining('cannot be published: Each entry of the filter Error States'),
	]);
});

test('a trigger without a webhook ID is not published if its name, which is part of the URL, has a space', async () => {
	const published = activate({}, { node: { name: 'My Cars', webhookId: undefined } });

	await expect(published).rejects.toMatchObject({
		message: expect.stringMatching(/^The trigger has no webhook ID: add the node in the editor/),
		description: expect.stringContaining('it answers 404 to each event'),
	});
});

test('a trigger with an empty webhook ID is not published, whatever its name', async () => {
	const published = activate({}, { node: { name: 'Cars', webhookId: '' } });

	await expect(published).rejects.toThrow('The trigger has no webhook ID');
});

test('a trigger without a webhook ID is published if its name works in the URL', async () => {
	const published = activate({}, { node: { name: 'Cars', webhookId: undefined } });

	await expect(published).resolves.toMatchObject({ exists: true });
});

test('a filter that no event can match is not published', async () => {
	await expect(activate({ filters: { errorStates: ['active'] } })).rejects.toThrow(
		'Each entry of the filter Error States must be ERROR or RESOLVED, not "active"',
	);
});

// n8n would replace a message with EPERM.
test('the error and the log give the reason, even if a value in it is an error code', async () => {
	const log: string[] = [];
	const reason = 'Each entry of the filter Error States must be ERROR or RESOLVED, not "eperm"';

	await expect(activate({ filters: { errorStates: ['EPERM'] } }, { log })).rejects.toThrow(reason);
	expect(log).toEqual([expect.stringContaining(`cannot be published: ${reason}`)]);
});

test.each([
	['={{ $json.query.ids }}', "Node 'smartcarTrigger' hasn't been executed"],
	['={{ $input.first().json.x }}', 'No execution data available'],
	['={{ $("X").first().json.a }}', "Referenced node doesn't exist"],
	['={{ "TESLA }}', 'invalid syntax'],
])('a filter whose expression cannot be evaluated is not published: %s', async (makes, reason) => {
	await expect(activate({ filters: { makes } })).rejects.toMatchObject({
		message: `The expression in 'Filters → Makes' cannot be evaluated when the workflow is published: ${reason}`,
		description: expect.stringContaining('such as $json'),
	});
});

test.each(['={{ $vars.missing }}', '={{ null }}'])(
	'a filter whose expression has no result is not published: %s',
	async (makes) => {
		await expect(activate({ filters: { makes } })).rejects.toThrow(
			"The expression in 'Filters → Makes' has no result",
		);
	},
);

test.each(['unit', 'place', 'resetAt'])(
	'a condition whose expression in %s has no result is not published',
	async (field) => {
		const row = {
			signal: 'wheel-tires',
			when: 'below',
			value: 200,
			[field]: '={{ $vars.missing }}',
		};
		const parameters = { events: ['CONDITION_MET'], conditions: { values: [row] } };

		await expect(activate(parameters)).rejects.toThrow(
			/^Condition 1 \(Tire Pressure Falls Below\): the expression in '.+' has no result$/,
		);
	},
);

test.each([
	[{ onlyOnChange: '={{ $vars.missing }}' }, "'Only When an Error Starts or Ends'"],
	[{ simplify: '={{ $vars.missing }}' }, "'Simplify'"],
])('another expression without a result is named: %j', async (parameters, name) => {
	await expect(activate(parameters)).rejects.toThrow(`The expression in ${name} has no result`);
});

test.each([
	[{ makes: '={{ $vars.missing }}' }, /have it return empty text/],
	[{ signalMatch: '={{ $vars.missing }}' }, /has no result$/],
])('only a filter that may be empty is advised to be: %j', async (filters, message) => {
	await expect(activate({ filters })).rejects.toThrow(message);
});

test('an option whose expression has no result keeps its default', async () => {
	const options = { combineEvents: '={{ $vars.missing }}' };

	expect((await activate({ options })).exists).toBe(true);
});

test('a field of a condition can be left empty by an expression', async () => {
	const row = { signal: 'wheel-tires', when: 'below', value: 200, resetAt: "={{ '' }}" };
	const parameters = { events: ['CONDITION_MET'], conditions: { values: [row] } };

	expect((await activate(parameters)).exists).toBe(true);
});

test('a filter can be switched off by an expression', async () => {
	expect((await activate({ filters: { makes: "={{ '' }}" } })).exists).toBe(true);
});

test.each([
	[{ options: { verifySignature: '={{ $json.check }}' } }, "'Options → Verify Signature'"],
	[{ simplify: '={{ $json.check }}' }, "'Simplify'"],
])('an expression that cannot be evaluated is named: %j', async (parameters, name) => {
	await expect(activate(parameters)).rejects.toThrow(
		`The expression in ${name} cannot be evaluated when the workflow is published: `,
	);
});

describe.each<[string, WorkflowActivateMode]>([
	['starts', 'init'],
	['takes over as leader', 'leadershipChange'],
])('n8n %s', (_when, mode) => {
	test.each(['={{ "TESLA }}', '={{ null }}', '={{ { id: 5 } }}'])(
		'with a published trigger that could not be published now: %s',
		async (makes) => {
			const { exists } = await activate({ filters: { makes } }, { mode });

			expect(exists).toBe(true);
		},
	);
});

const WAIT_NODE = {
	name: 'Ask Owner',
	type: 'n8n-nodes-base.wait',
	typeVersion: 1.1,
	disabled: false,
};

test.each<WorkflowActivateMode>(['init', 'leadershipChange'])(
	'a workflow that waits, and was published before, is set up all the same: %s',
	async (mode) => {
		jest.spyOn(HookContext.prototype, 'getChildNodes').mockReturnValue([WAIT_NODE]);

		const { exists } = await activate({ options: { acknowledge: 'lastNode' } }, { mode });

		expect(exists).toBe(true);
	},
);

test('a workflow that waits cannot be published if it is acknowledged when it finishes', async () => {
	jest.spyOn(HookContext.prototype, 'getChildNodes').mockReturnValue([WAIT_NODE]);

	const options = { acknowledge: 'lastNode' };
	await expect(activate({ options })).rejects.toThrow(
		"The node 'Ask Owner' makes the workflow wait",
	);
	expect((await activate({ options: { acknowledge: 'onReceived' } })).exists).toBe(true);
});

describe('while the editor listens', () => {
	const listening = { mode: 'manual', executionMode: 'manual' } as const;

	test('a trigger needs no webhook ID, even if its name has a space', async () => {
		const node = { name: 'My Cars', webhookId: undefined };

		expect((await activate({}, { ...listening, node })).exists).toBe(true);
	});

	test('a workflow may wait although it is acknowledged when it finishes', async () => {
		jest.spyOn(HookContext.prototype, 'getChildNodes').mockReturnValue([WAIT_NODE]);

		const { exists } = await activate({ options: { acknowledge: 'lastNode' } }, listening);

		expect(exists).toBe(true);
	});

	test('a parameter that keeps the workflow from being published is an error, but not logged', async () => {
		const log: string[] = [];
		const node = { id: 'only-tested' };

		await expect(activate({ events: [] }, { ...listening, node, log })).rejects.toThrow(
			"Select at least one event in 'Events'",
		);
		expect(log).toEqual([]);
	});
});
