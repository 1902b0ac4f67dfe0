import type { INodeParameters } from 'n8n-workflow';
import { APPLICATION, locator, runSmartcar, useNock } from './runSmartcar';

// Blocks all requests, because a link is created without any.
useNock();

const APPLICATION_ID = APPLICATION.applicationId;

const withCredential = (credential: INodeParameters) => ({
	secrets: { smartcarApplicationApi: { ...APPLICATION, ...credential } },
});

const connect: INodeParameters = {
	resource: 'connection',
	operation: 'createConnectLink',
	externalUserId: 'customer-42',
};

const reconnect: INodeParameters = {
	resource: 'connection',
	operation: 'createReconnectLink',
	vehicleId: locator('v1'),
};

/** Creates a link. Returns its item, its address and its query parameters. */
async function readLink(parameters: INodeParameters, credential = {}) {
	const { json, error } = await runSmartcar(parameters, withCredential(credential));
	if (error) throw error;
	const [item] = json;
	const { origin, pathname, searchParams } = new URL(String(item?.link));
	return { item, address: origin + pathname, query: Object.fromEntries(searchParams) };
}

describe('Connection: Create Connect Link', () => {
	test('names the application, the owner and the kind of vehicles', async () => {
		const { item, address, query } = await readLink(connect);
		expect(address).toBe('https://connect.smartcar.com/oauth/authorize');
		expect(query).toEqual({
			response_type: 'none',
			application_id: APPLICATION_ID,
			external_id: 'customer-42',
			mode: 'live',
		});
		expect(item).toEqual({
			link: expect.any(String),
			externalUserId: 'customer-42',
			vehicleMode: 'live',
		});
		expect(Object.keys(item ?? {})[0]).toBe('link');
	});

	test('puts every option into the link', async () => {
		const { query } = await readLink({
			...connect,
			vehicleMode: 'simulated',
			permissions: ['read_tires', 'read_battery'],
			options: {
				additionalPermissions: 'required:read_vin, read_tires',
				make: 'TESLA',
				redirectUri: 'https://example.com/done?a=b&c=d',
				state: '0facda3319',
			},
		});
		expect(query).toEqual({
			response_type: 'none',
			application_id: APPLICATION_ID,
			scope: 'read_tires read_battery required:read_vin',
			external_id: 'customer-42',
			mode: 'simulated',
			make: 'TESLA',
			redirect_uri: 'https://example.com/done?a=b&c=d',
			state: '0facda3319',
		});
	});

	test('encodes every part, so that no value adds a parameter', async () => {
		const externalUserId = "Zoë & 'Söhne' +1?mode=test#x";
		const { item, query } = await readLink({
			...connect,
			externalUserId,
			permissions: ['read_tires', 'read_vin'],
			options: { make: 'a&scope=control_security' },
		});
		expect(query).toEqual({
			response_type: 'none',
			application_id: APPLICATION_ID,
			scope: 'read_tires read_vin',
			external_id: externalUserId,
			mode: 'live',
			make: 'a&scope=control_security',
		});
		expect(item?.link).toMatch(/^[\w:/?&=.%-]+$/);
	});

	test('the older format has a client ID and returns a code to the redirect URI', async () => {
		const { query } = await readLink({
			...connect,
			options: { linkFormat: 'clientId', redirectUri: 'https://example.com' },
		});
		expect(query).toEqual({
			response_type: 'code',
			client_id: APPLICATION_ID,
			external_id: 'customer-42',
			mode: 'live',
			redirect_uri: 'https://example.com',
		});
	});

	test.each(['read_tires,read_vin', '["read_tires", "read_vin"]'])(
		'accepts the permissions %s and a numeric External User ID from expressions',
		async (permissions) => {
			const { query } = await readLink({
				...connect,
				externalUserId: '={{ 42 }}',
				permissions: `={{ '${permissions}' }}`,
			});
			expect(query).toMatchObject({ external_id: '42', scope: 'read_tires read_vin' });
		},
	);

	test('requests each permission once, as required if either list says so', async () => {
		const { query } = await readLink({
			...connect,
			permissions: ['read_vin', 'read_tires'],
			options: { additionalPermissions: 'required:read_vin read_tires' },
		});
		expect(query.scope).toBe('read_tires required:read_vin');
	});

	test('trims a pasted application ID', async () => {
		const { query } = await readLink(connect, { applicationId: ` ${String(APPLICATION_ID)}\n` });
		expect(query.application_id).toBe(APPLICATION_ID);
	});

	test('makes a link for each item', async () => {
		const parameters = { ...connect, externalUserId: '={{ $json.id }}' };
		const { items } = await runSmartcar(parameters, {
			items: [{ id: 'a' }, { id: 'b' }],
		});
		expect(items.map(({ json, pairedItem }) => [json.externalUserId, pairedItem])).toEqual([
			['a', { item: 0 }],
			['b', { item: 1 }],
		]);
	});

	test('has the application ID of its own item if the credential has an expression', async () => {
		const { json } = await runSmartcar(connect, {
			items: [
				{ application: 'a0000000-0000-4000-8000-000000000001' },
				{ application: APPLICATION_ID },
			],
			secrets: {
				smartcarApplicationApi: { ...APPLICATION, applicationId: '={{ $json.application }}' },
			},
		});
		const ids = json.map(({ link }) => new URL(String(link)).searchParams.get('application_id'));
		expect(ids).toEqual(['a0000000-0000-4000-8000-000000000001', APPLICATION_ID]);
	});

	test('leads to the Connect host of the credential', async () => {
		const credential = { customHosts: true, connectUrl: 'http://localhost:3000/connect/' };
		const { address } = await readLink(connect, credential);
		expect(address).toBe('http://localhost:3000/connect/oauth/authorize');
	});
});

describe('Connection: Create Reconnect Link', () => {
	test('names the vehicle', async () => {
		const { item, address, query } = await readLink(reconnect);
		expect(address).toBe('https://connect.smartcar.com/oauth/reauthenticate');
		expect(query).toEqual({
			response_type: 'none',
			application_id: APPLICATION_ID,
			vehicle_id: 'v1',
		});
		expect(item).toEqual({ link: expect.any(String), vehicleId: 'v1', externalUserId: null });
	});

	test('puts every option into the link', async () => {
		const options = {
			externalUserId: 'customer-42',
			redirectUri: 'https://example.com/done',
			state: 's',
		};
		const { item, query } = await readLink({ ...reconnect, options });
		expect(query).toEqual({
			response_type: 'none',
			application_id: APPLICATION_ID,
			vehicle_id: 'v1',
			external_id: 'customer-42',
			redirect_uri: 'https://example.com/done',
			state: 's',
		});
		expect(item).toMatchObject({ externalUserId: 'customer-42' });
	});

	test.each(['', '={{ null }}', '={{ $json.externalUserId }}'])(
		'without a value in External User ID the link has no external_id: %j',
		async (externalUserId) => {
			const { item, query } = await readLink({ ...reconnect, options: { externalUserId } });
			expect(query).not.toHaveProperty('external_id');
			expect(item).toMatchObject({ externalUserId: null });
		},
	);

	test('the older format has a client ID and returns the vehicle to the redirect URI', async () => {
		const { query } = await readLink({
			...reconnect,
			options: { linkFormat: 'clientId', redirectUri: 'https://example.com' },
		});
		expect(query).toEqual({
			response_type: 'vehicle_id',
			client_id: APPLICATION_ID,
			vehicle_id: 'v1',
			redirect_uri: 'https://example.com',
		});
	});
});

describe.each([
	['Create Connect Link', connect],
	['Create Reconnect Link', reconnect],
])('Connection: %s explains', (_name, parameters) => {
	test('a missing application ID', async () => {
		const { error } = await runSmartcar(parameters, withCredential({ applicationId: ' ' }));
		expect(error?.message).toBe("'Application ID' in the Smartcar credential is empty");
		expect(error?.description).toContain('Smartcar dashboard');
	});

	test('a client ID in place of the application ID', async () => {
		const { json, hints } = await runSmartcar(parameters, {
			...withCredential({ applicationId: 'client_1' }),
			items: [{}, {}],
		});
		expect(json).toHaveLength(2);
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringContaining("The 'Application ID' in this credential looks like the client ID"),
		]);
	});

	test.each([
		['oAuth2Api', 'smartcarOAuth2Api'],
		['accessTokenApi', 'smartcarAccessTokenApi'],
	])('the authentication %s, which has no application ID', async (authentication, type) => {
		const secrets = { [type]: { accessToken: 'token' } };
		const { error } = await runSmartcar({ ...parameters, authentication }, { secrets });
		expect(error?.message).toBe(
			'A link to Smartcar Connect needs a Smartcar Application API credential',
		);
	});

	test('the older format without a redirect URI', async () => {
		const options = { linkFormat: 'clientId' };
		const { error } = await runSmartcar({ ...parameters, options });
		expect(error?.message).toBe(
			"'Link Format' must be Application ID (Newest), unless Redirect URI is set",
		);
	});

	test('a state without a redirect URI', async () => {
		const { error } = await runSmartcar({ ...parameters, options: { state: 's' } });
		expect(error?.message).toBe(
			"'State' must be used together with Redirect URI: Smartcar returns it only in that redirect",
		);
	});

	test('a Connect host that is not a URL', async () => {
		const { error } = await runSmartcar(
			parameters,
			withCredential({ customHosts: true, connectUrl: 'connect' }),
		);
		expect(error?.message).toBe("'Connect URL' in the Smartcar credential cannot be used as a URL");
	});
});
