import { callWorkflow, callableWorkflow } from '../../tools/testEnvironment/callableWorkflow';
import { APPLICATION } from '../../tools/testEnvironment/credentials';
import type { TestEnvironment } from '../../tools/testEnvironment/testEnvironment';
import { startTestEnvironment } from '../support/startTestEnvironment';
import { onN8n1 } from './version';

const CREDENTIAL = { id: 'smartcarOAuth001', name: 'Smartcar OAuth2' };
const UNUSED = { id: 'smartcarOAuth002', name: 'Smartcar OAuth2 for others' };

const readTires = callableWorkflow('oauth2-tires', [
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
	const { clientId, clientSecret } = APPLICATION;
	const chosen = {
		mode: 'simulated',
		requestedScopes: ['read_vin'],
		additionalScopes: 'read_odometer',
		singleSelect: false,
	};
	environment = await startTestEnvironment([readTires], {
		credentials: [
			{ ...CREDENTIAL, type: 'smartcarOAuth2Api', data: { clientId, clientSecret } },
			{ ...UNUSED, type: 'smartcarOAuth2Api', data: { clientId, clientSecret, ...chosen } },
		],
	});
});

afterAll(async () => await environment?.close());

const tokenRequests = () =>
	environment.simulator.requests.filter(({ path }) => path === '/auth/oauth/token');

/** The vehicle that the owner picks: the first, as all requests ask for one. */
function vehicleId(): string {
	const [vehicle] = environment.simulator.fleet.vehicles;
	if (!vehicle) throw new Error('The fleet is empty');
	return vehicle.id;
}

async function run(count = 1) {
	const items = Array.from({ length: count }, () => ({ id: vehicleId() }));
	return (await callWorkflow(environment.n8n.baseUrl, readTires, items)).body;
}

test('a credential that is not connected says so and sends nothing', async () => {
	const before = environment.simulator.requests.length;
	expect(await run()).toEqual([{ error: 'The Smartcar OAuth2 credential is not connected' }]);
	expect(environment.simulator.requests).toHaveLength(before);
});

test('an owner who refuses leaves it unconnected', async () => {
	environment.simulator.consents.deny();
	const { page } = await environment.rest.connectOAuth2(CREDENTIAL.id);
	expect(page).toContain('access_denied');
	expect(tokenRequests()).toEqual([]);
});

test('the owner is asked for what the credential says', async () => {
	const { authorizationUrl } = await environment.rest.connectOAuth2(UNUSED.id);
	expect(`${authorizationUrl.origin}${authorizationUrl.pathname}`).toBe(
		environment.simulator.hosts.authorizationUrl,
	);
	expect(Object.fromEntries(authorizationUrl.searchParams)).toEqual({
		response_type: 'code',
		client_id: APPLICATION.clientId,
		redirect_uri: `${environment.n8n.baseUrl}/rest/oauth2-credential/callback`,
		scope: 'read_vin read_odometer',
		mode: 'simulated',
		single_select: 'false',
		state: expect.any(String),
	});
});

test("the owner's consent comes back through n8n's callback, and the node reads the vehicle with it", async () => {
	const { authorizationUrl, page } = await environment.rest.connectOAuth2(CREDENTIAL.id);
	expect(page).not.toContain('Failed to connect');
	expect(authorizationUrl.searchParams.get('single_select')).toBe('true');
	const basic = Buffer.from(`${APPLICATION.clientId}:${APPLICATION.clientSecret}`).toString(
		'base64',
	);
	expect(tokenRequests().at(-1)).toMatchObject({
		headers: { authorization: `Basic ${basic}` },
		body: { grant_type: 'authorization_code' },
		status: 200,
	});

	const exchanges = tokenRequests().length;
	const { tires } = environment.simulator.fleet.vehicle(vehicleId()) ?? {};
	expect(await run()).toEqual([expect.objectContaining({ ...tires, vehicleId: vehicleId() })]);
	expect(tokenRequests()).toHaveLength(exchanges);
});

test('an expired token is refreshed once for all items, and the new one is kept', async () => {
	const before = tokenRequests().length;
	environment.simulator.tokens.expireAll();

	expect(await run(5)).toHaveLength(5);

	const refreshes = tokenRequests().slice(before);
	expect(refreshes.map(({ body }) => body)).toEqual([
		expect.objectContaining({ grant_type: 'refresh_token' }),
	]);
	expect(await run()).toEqual([expect.objectContaining({ vehicleId: vehicleId() })]);
	expect(tokenRequests()).toHaveLength(before + 1);
});

test('an owner who takes the access back is told of, with what to do', async () => {
	environment.simulator.tokens.expireAll();
	environment.simulator.grants.revokeAll();

	const told = onN8n1
		? expect.stringMatching(
				/^Smartcar did not renew the access token \(.*refresh token is invalid, expired, revoked/,
			)
		: 'The credential "Smartcar OAuth2" needs to be reconnected';
	expect(await run()).toEqual([{ error: told }]);
});
