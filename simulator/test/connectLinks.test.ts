import pWaitFor from 'p-wait-for';
import type { Vehicle } from '../fleet/types';
import { isJsonObject, type JsonObject, type JsonValue } from '../json';
import type { Simulator } from '../simulator';
import { stopReceivers } from './support/receiver';
import {
	entryAt,
	sendRequest,
	startTestSimulator,
	stopTestSimulators,
} from './support/testSimulator';
import { startWithWebhook } from './support/verifiedWebhook';

const applicationId = '00000000-0000-4000-8000-000000000042';

afterEach(async () => {
	await stopTestSimulators();
	await stopReceivers();
});

/** Opens a link to Smartcar Connect, as a browser does. */
async function open(
	{ hosts }: Simulator,
	path: 'authorize' | 'reauthenticate',
	parameters: Record<string, string>,
) {
	const query = new URLSearchParams(parameters);
	return await sendRequest(`${hosts.connectUrl}/oauth/${path}?${query.toString()}`);
}

/** Parameters of a link of the current form. The older form has `client_id`. */
const currentForm = { response_type: 'none', application_id: applicationId };

/** A simulator with a verified webhook, and a function that waits for the webhook's next event. */
async function startWithEvents() {
	const { simulator, callback, vehicle } = await startWithWebhook({}, { applicationId });
	const nextEvent = async (): Promise<JsonObject> => {
		await pWaitFor(() => callback.requests.length > 0, { interval: 5, timeout: 5_000 });
		return JSON.parse(callback.requests.shift()?.text ?? '{}');
	};
	return { simulator, vehicle, nextEvent };
}

function signOutOwner({ fleet }: Simulator, vehicle: Vehicle): void {
	fleet.change(vehicle, (car) => {
		car.reachability = 'signedOut';
	});
}

const dataOf = (event: JsonObject): JsonValue | undefined =>
	isJsonObject(event.data) ? event.data : undefined;

describe('GET /oauth/authorize with an application ID', () => {
	it('connects a new vehicle of a new user, and ends on a page', async () => {
		const simulator = await startTestSimulator({ applicationId, vehicles: 2 });
		const { status, body } = await open(simulator, 'authorize', {
			...currentForm,
			external_id: 'customer-42',
			scope: 'read_tires required:read_vin',
			mode: 'simulated',
			make: 'Tesla',
		});
		expect([status, body]).toEqual([200, expect.stringMatching(/<h1>\d+ TESLA .* is connected</)]);
		const vehicle = entryAt(simulator.fleet.vehicles, 2);
		const connection = simulator.fleet.connections.at(-1);
		expect(vehicle).toMatchObject({ make: 'TESLA', mode: 'simulated' });
		expect(connection).toMatchObject({
			vehicleId: vehicle.id,
			permissions: ['read_tires', 'read_vin'],
		});
		expect(simulator.fleet.user(connection?.userId ?? '')?.externalId).toBe('customer-42');
	});

	it('connects a second vehicle of a user who is known', async () => {
		const simulator = await startTestSimulator({ applicationId });
		for (const make of ['TESLA', 'FORD'])
			await open(simulator, 'authorize', { ...currentForm, external_id: 'customer-42', make });
		const [first, second] = simulator.fleet.connections.slice(-2);
		expect(first?.userId).toBe(second?.userId);
		expect(first?.vehicleId).not.toBe(second?.vehicleId);
	});

	it('does not change who owns the next vehicle of the seed', async () => {
		const untouched = await startTestSimulator();
		const linked = await startTestSimulator({ applicationId });
		await open(linked, 'authorize', { ...currentForm, external_id: 'customer-42' });
		const ownerOfNext = ({ fleet }: Simulator) =>
			fleet.user(entryAt(fleet.connectionsOf(fleet.addVehicle()), 0).userId)?.externalId;
		expect(ownerOfNext(linked)).not.toBe('customer-42');
		expect(ownerOfNext(untouched)).toBe('customer-3');
	});

	it('redirects with the user, the external ID and the state', async () => {
		const simulator = await startTestSimulator({ applicationId });
		const { status, headers } = await open(simulator, 'authorize', {
			...currentForm,
			external_id: 'a b&c',
			redirect_uri: 'https://example.com/done?kept=1',
			state: 's',
		});
		expect(status).toBe(302);
		const { userId } = entryAt(simulator.fleet.connections.slice(-1), 0);
		const target = new URL(headers.get('location') ?? '');
		expect(Object.fromEntries(target.searchParams)).toEqual({
			kept: '1',
			user_id: userId,
			external_id: 'a b&c',
			state: 's',
		});
	});

	it('redirects with a code, if the link has the older form', async () => {
		const simulator = await startTestSimulator({ applicationId });
		const { headers } = await open(simulator, 'authorize', {
			response_type: 'code',
			client_id: applicationId,
			redirect_uri: 'https://example.com',
		});
		const target = new URL(headers.get('location') ?? '');
		expect(target.searchParams.get('code')).toMatch(/^[0-9a-f-]{36}$/);
	});

	it('sends the first delivery with the external ID to a webhook that subscribes all vehicles', async () => {
		const { simulator, nextEvent } = await startWithEvents();
		await open(simulator, 'authorize', {
			...currentForm,
			external_id: 'customer-42',
			mode: 'simulated',
		});
		const event = await nextEvent();
		expect(event).toMatchObject({ triggers: [{ type: 'FIRST_DELIVERY' }] });
		expect(dataOf(event)).toMatchObject({
			user: { externalId: 'customer-42' },
			vehicle: { mode: 'simulated' },
		});
	});
});

describe('GET /oauth/reauthenticate', () => {
	const error = { type: 'CONNECTED_SERVICES_ACCOUNT', code: 'AUTHENTICATION_FAILED' };

	it('is needed after AUTHENTICATION_FAILED, because time alone does not resolve it', async () => {
		const { simulator, vehicle, nextEvent } = await startWithEvents();
		signOutOwner(simulator, vehicle);
		expect(dataOf(await nextEvent())).toMatchObject({ errors: [{ ...error, state: 'ERROR' }] });
		for (let ticks = 0; ticks < 20; ticks++) simulator.fleet.tick();
		expect(vehicle.reachability).toBe('signedOut');
	});

	it('signs the owner in again, stores the external ID and sends RESOLVED', async () => {
		const { simulator, vehicle, nextEvent } = await startWithEvents();
		signOutOwner(simulator, vehicle);
		await nextEvent();
		const { status, body } = await open(simulator, 'reauthenticate', {
			...currentForm,
			vehicle_id: vehicle.id,
			external_id: 'customer-42',
		});
		expect([status, body]).toEqual([200, expect.stringContaining('is connected again')]);
		expect(vehicle.reachability).toBe('online');
		const { fleet } = simulator;
		expect(fleet.user(entryAt(fleet.connectionsOf(vehicle), 0).userId)?.externalId).toBe(
			'customer-42',
		);
		expect(dataOf(await nextEvent())).toMatchObject({ errors: [{ ...error, state: 'RESOLVED' }] });
	});

	it('redirects with the vehicle, and removes the stored external ID if the given one is null', async () => {
		const simulator = await startTestSimulator({ applicationId });
		const vehicle = entryAt(simulator.fleet.vehicles, 0);
		const { headers } = await open(simulator, 'reauthenticate', {
			response_type: 'vehicle_id',
			client_id: applicationId,
			vehicle_id: vehicle.id,
			external_id: 'null',
			redirect_uri: 'https://example.com',
		});
		const target = new URL(headers.get('location') ?? '');
		expect(target.searchParams.get('vehicle_id')).toBe(vehicle.id);
		expect(entryAt(simulator.fleet.users, 0).externalId).toBeNull();
	});
});

describe.each([
	['authorize', { ...currentForm, external_id: 'customer-42' }],
	['reauthenticate', { ...currentForm, vehicle_id: '00000000-0000-4000-8000-000000000001' }],
] as const)('GET /oauth/%s rejects', (path, valid) => {
	it.each([
		[
			'another application',
			{ application_id: '00000000-0000-4000-8000-000000000009' },
			'application_id',
		],
		['an empty external ID', { external_id: '' }, 'external_id'],
		['an unknown parameter', { external_user: 'x' }, 'external_user'],
		['an unknown response type', { response_type: 'token' }, 'response_type'],
	])('%s', async (_what, parameters, field) => {
		const simulator = await startTestSimulator({ applicationId });
		const { status, body } = await open(simulator, path, { ...valid, ...parameters });
		expect(status).toBe(400);
		expect(body).toMatchObject({ type: 'VALIDATION', detail: [{ field: [field] }] });
	});
});

it('a vehicle whose owner is signed out cannot be read', async () => {
	const simulator = await startTestSimulator({ applicationId });
	const vehicle = entryAt(simulator.fleet.vehicles, 0);
	vehicle.reachability = 'signedOut';
	const url = `${simulator.hosts.vehicleDataUrl}/v2.0/vehicles/${vehicle.id}/odometer`;
	expect(await sendRequest(url, { token: simulator.tokens.issueForApplication() })).toMatchObject({
		status: 400,
		body: { type: 'CONNECTED_SERVICES_ACCOUNT', code: 'AUTHENTICATION_FAILED' },
	});
});
