import { APPLICATION } from '../../tools/testEnvironment/credentials';
import type { TestEnvironment } from '../../tools/testEnvironment/testEnvironment';
import { callWorkflow, callableWorkflow } from '../support/callableWorkflow';
import { firstVehicle } from '../support/simulatedFleet';
import { startTestEnvironment } from '../support/startTestEnvironment';

const CREDENTIAL = { id: 'smartcarOAuth001', name: 'Smartcar OAuth2' };
const CREDENTIAL_WITH_OPTIONS = { id: 'smartcarOAuth002', name: 'Smartcar OAuth2 with options' };

const workflow = callableWorkflow('oauth2-tires', [
	{
		name: 'Get Tire Pressure',
		type: 'n8n-nodes-smartcar.smartcar',
		typeVersion: 1,
		parameters: {
			authentication: 'oAuth2Api',
			resource: 'vehicle',
			operation: 'getTirePressure',
			vehicleId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			options: { concurrentRequests: 5 },
		},
		credentials: { smartcarOAuth2Api: CREDENTIAL },
		onError: 'continueRegularOutput',
	},
]);

let environment: TestEnvironment;

beforeAll(async () => {
	const { oAuth2ClientId: clientId, clientSecret } = APPLICATION;
	const options = {
		mode: 'simulated',
		requestedScopes: ['read_vin'],
		additionalScopes: 'read_odometer',
		singleSelect: false,
	};
	environment = await startTestEnvironment([workflow], {
		credentials: [
			{ ...CREDENTIAL, type: 'smartcarOAuth2Api', data: { clientId, clientSecret } },
			{
				...CREDENTIAL_WITH_OPTIONS,
				type: 'smartcarOAuth2Api',
				data: { clientId, clientSecret, ...options },
			},
		],
	});
});

afterAll(async () => await environment?.close());

const tokenRequests = () =>
	environment.simulator.requests.filter(({ path }) => path === '/auth/oauth/token');

/** The vehicle that the owner selects on the consent screen. `single_select` allows only one. */
const selectedVehicle = () => firstVehicle(environment.simulator);

async function readTirePressures(count = 1) {
	const items = Array.from({ length: count }, () => ({ id: selectedVehicle().id }));
	return (await callWorkflow(environment.n8n.baseUrl, workflow, items)).body;
}

// Each test continues with the state of the credential after the previous one.

test('with a credential that is not connected, the node outputs an error and sends no request', async () => {
	const before = environment.simulator.requests.length;
	expect(await readTirePressures()).toEqual([
		{
			error: 'The Smartcar OAuth2 API credential is not connected',
			advice: expect.stringContaining('Open the credential and connect it'),
			vehicleId: selectedVehicle().id,
		},
	]);
	expect(environment.simulator.requests).toHaveLength(before);
});

test('the credential stays unconnected if the owner denies access', async () => {
	environment.simulator.consentScreen.denyNext();
	const { page } = await environment.rest.connectOAuth2(CREDENTIAL.id);
	expect(page).toContain('access_denied');
	expect(tokenRequests()).toEqual([]);
});

test('the authorization URL has the values of the credential', async () => {
	const { authorizationUrl } = await environment.rest.connectOAuth2(CREDENTIAL_WITH_OPTIONS.id);
	expect(`${authorizationUrl.origin}${authorizationUrl.pathname}`).toBe(
		environment.simulator.hosts.authorizationUrl,
	);
	expect(Object.fromEntries(authorizationUrl.searchParams)).toEqual({
		response_type: 'code',
		client_id: APPLICATION.oAuth2ClientId,
		redirect_uri: `${environment.n8n.baseUrl}/rest/oauth2-credential/callback`,
		scope: 'read_vin read_odometer',
		mode: 'simulated',
		single_select: 'false',
		state: expect.any(String),
	});
});

test('the node reads a vehicle once the owner has granted access', async () => {
	const { authorizationUrl, page } = await environment.rest.connectOAuth2(CREDENTIAL.id);
	expect(page).not.toContain('Failed to connect');
	expect(authorizationUrl.searchParams.get('single_select')).toBe('true');
	const basic = Buffer.from(`${APPLICATION.oAuth2ClientId}:${APPLICATION.clientSecret}`).toString(
		'base64',
	);
	expect(tokenRequests().at(-1)).toMatchObject({
		headers: { authorization: `Basic ${basic}` },
		body: { grant_type: 'authorization_code' },
		status: 200,
	});

	const tokenRequestsBefore = tokenRequests().length;
	const { tires } = environment.simulator.fleet.vehicle(selectedVehicle().id) ?? {};
	expect(await readTirePressures()).toEqual([
		expect.objectContaining({ ...tires, vehicleId: selectedVehicle().id }),
	]);
	expect(tokenRequests()).toHaveLength(tokenRequestsBefore);
});

test('an expired token is refreshed once for all items, and the new token is stored', async () => {
	const before = tokenRequests().length;
	environment.simulator.tokens.expireAll();

	expect(await readTirePressures(5)).toHaveLength(5);

	const refreshes = tokenRequests().slice(before);
	expect(refreshes.map(({ body }) => body)).toEqual([
		expect.objectContaining({ grant_type: 'refresh_token' }),
	]);
	expect(await readTirePressures()).toEqual([
		expect.objectContaining({ vehicleId: selectedVehicle().id }),
	]);
	expect(tokenRequests()).toHaveLength(before + 1);
});

test('after the owner revoked access, the error says to reconnect the credential', async () => {
	environment.simulator.tokens.expireAll();
	environment.simulator.grants.revokeAll();

	expect(await readTirePressures()).toEqual([
		{
			error: 'The credential "Smartcar OAuth2" needs to be reconnected',
			advice: expect.stringContaining('reconnect it'),
			vehicleId: selectedVehicle().id,
		},
	]);
});
