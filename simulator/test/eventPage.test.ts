import { allPermissions } from '../fleet/permissions';
import { isJsonObject, type JsonValue } from '../json';
import { readSignal } from '../signals/readSignal';
import { signalDefinition } from '../signals/signalCatalog';
import type { Simulator } from '../simulator';
import { type Receiver, startReceiver, stopReceivers } from './support/receiver';
import {
	BMW,
	credentials,
	entryAt,
	sendRequest,
	stopTestSimulators,
} from './support/testSimulator';
import { startWithWebhook } from './support/verifiedWebhook';

const amt = credentials.applicationManagementToken;

afterEach(async () => {
	await stopTestSimulators();
	await stopReceivers();
});

/** Sends the form, as a browser does. */
async function submit({ url }: Simulator, fields: Record<string, string>, accept = 'text/html') {
	return await sendRequest(`${url}/`, {
		body: new URLSearchParams(fields).toString(),
		headers: { 'content-type': 'application/x-www-form-urlencoded', accept },
	});
}

const asList = (value: JsonValue | undefined): JsonValue[] => (Array.isArray(value) ? value : []);

/**
 * What the events are about, in order of arrival: signals that changed, or errors and their states.
 */
function summarize({ requests }: Receiver): string[][] {
	return requests.map(({ text }) => {
		const { triggers, data } = JSON.parse(text);
		const signals = asList(triggers).map((trigger) =>
			isJsonObject(trigger) && isJsonObject(trigger.signal) ? String(trigger.signal.code) : '',
		);
		const errors = asList(data.errors).map((error) =>
			isJsonObject(error) ? `${String(error.code)} ${String(error.state)}` : '',
		);
		return [...signals, ...errors];
	});
}

it('shows every car, what can happen to it, and whether each webhook is verified', async () => {
	const { simulator } = await startWithWebhook({ name: 'Tire <alert>' });
	const unverified = simulator.webhooks.create({ name: 'Other', callbackUri: simulator.url });
	await simulator.webhooks.verify(unverified.id);

	const { status, body } = await sendRequest(`${simulator.url}/`, {
		headers: { accept: 'text/html' },
	});

	expect(status).toBe(200);
	for (const { year, make, model } of simulator.fleet.vehicles)
		expect(body).toContain(`${year} ${make} ${model}`);
	expect(body).toContain('Front left tire falls to 120 kPa (17 psi)');
	expect(body).toContain('Back left door is opened');
	expect(body).toContain('<td>Tire &lt;alert&gt;</td><td>verified</td>');
	expect(body).toContain('<td>not verified: the response has status 400, not 200</td>');
});

it('changes the car, sends the event, and says to which webhook and with which response', async () => {
	const { simulator, callback, vehicle } = await startWithWebhook({ name: 'Tire <alert>' });
	callback.respond = (_request, response) =>
		response.writeHead(200).end('{"status":"ignored","reason":"no condition is newly met"}');

	const { status, body } = await submit(simulator, {
		vehicle: vehicle.id,
		change: 'back-right-tire-low',
	});

	expect(status).toBe(200);
	expect(vehicle.tires.backRight).toBe(120);
	expect(summarize(callback)).toEqual([['wheel-tires']]);
	expect(body).toContain('Back right tire falls to 120 kPa (17 psi)</strong>');
	expect(body).toContain(
		'VEHICLE_STATE → Tire &lt;alert&gt; → 200 ignored: no condition is newly met',
	);
	expect(body).toContain(`<option value="${vehicle.id}" selected>`);
	expect(body).toContain('<option value="back-right-tire-low" selected>');
});

it('sends an event again although the value stays the same', async () => {
	const { simulator, callback, vehicle } = await startWithWebhook();
	const choices = { vehicle: vehicle.id, change: 'front-left-tire-low' };

	await submit(simulator, choices);
	await submit(simulator, choices);

	expect(summarize(callback)).toEqual([['wheel-tires'], ['wheel-tires']]);
});

it('sends ASLEEP once, and wakes the car before it reports a value', async () => {
	const { simulator, callback, vehicle } = await startWithWebhook();
	const asleep = { vehicle: vehicle.id, change: 'fall-asleep' };

	await submit(simulator, asleep);
	const { body } = await submit(simulator, asleep);
	await submit(simulator, { vehicle: vehicle.id, change: 'charge-partly' });

	expect(body).toContain('No event was sent: the car is already in this state.');
	expect(summarize(callback)).toEqual([
		['ASLEEP ERROR'],
		['ASLEEP RESOLVED'],
		expect.arrayContaining(['tractionbattery-stateofcharge']),
	]);
	expect(vehicle.battery).toMatchObject({ percent: 85, isPluggedIn: true });
});

it.each([
	['a car that is not electric', { vehicle: 'bmw', change: 'charge-partly' }, 'not electric'],
	['a car without surveillance', { vehicle: 'skoda', change: 'surveillance-on' }, 'does not send'],
	['a car without a tank', { vehicle: 'tesla', change: 'refuel' }, 'no fuel tank'],
	[
		'a location that the owner has not granted',
		{ vehicle: 'toyota', change: 'come-home' },
		'granted',
	],
	['an unknown car', { vehicle: 'lada', change: 'lock' }, "There is no car 'lada'"],
	['an unknown change', { vehicle: 'tesla', change: 'fly' }, "There is no change 'fly'"],
	['no choice', {}, "There is no car ''"],
])('says why it cannot send an event: %s', async (_name, choices, message) => {
	const { simulator, callback } = await startWithWebhook();

	const { status, body } = await submit(simulator, choices, '*/*');

	expect([status, body]).toEqual([400, expect.stringContaining(message)]);
	expect(callback.requests).toEqual([]);
});

it('responds to curl with text, and finds the car by a part of its name', async () => {
	const { simulator } = await startWithWebhook();
	const { make, model, year } = entryAt(simulator.fleet.vehicles, BMW);

	const { body } = await submit(simulator, { vehicle: 'bmw', change: 'fuel-low' }, '*/*');

	expect(body).toBe(
		`${year} ${make} ${model}: Fuel falls to 4%\nNo event was sent: this triggers no enabled and verified webhook that the car is subscribed to.\n`,
	);
});

it('leaves out a signal that the owner has not granted, and says so', async () => {
	const signals = ['location-preciselocation', 'odometer-traveleddistance'];
	const { simulator, callback } = await startWithWebhook({ triggers: signals, data: signals });
	const testCallback = await startReceiver(amt);
	simulator.eventPage.setApplication({
		notice: '',
		prepareWebhooks: async () => [{ name: 'Listening', callbackUri: testCallback.url }],
	});

	const { body } = await submit(simulator, { vehicle: 'toyota', change: 'drive-away' });

	expect(body).toContain('signals that the owner has not allowed: location-preciselocation<br>');
	expect(summarize(callback)).toEqual([['odometer-traveleddistance']]);
	expect(summarize(testCallback)).toEqual([['odometer-traveleddistance']]);
});

it('opens a door, and shows that it is open', async () => {
	const { simulator, vehicle } = await startWithWebhook();

	const { body } = await submit(simulator, { vehicle: vehicle.id, change: 'open-back-left-door' });

	expect(body).toContain('locked, back left door open</td>');
	const doors = readSignal(signalDefinition('closure-doors'), vehicle, allPermissions);
	expect(asList(doors.body?.values)).toContainEqual(
		expect.objectContaining({ row: 1, column: 0, isOpen: true }),
	);
});

it.each([
	['fall-asleep', 'VEHICLE_ERROR'],
	['report-asleep', 'VEHICLE_STATE'],
])('%s sends one test event, a %s, because n8n listens for one only', async (change, type) => {
	const { simulator } = await startWithWebhook();
	const testCallback = await startReceiver(amt);
	simulator.eventPage.setApplication({
		notice: '',
		prepareWebhooks: async () => [{ name: 'Listening', callbackUri: testCallback.url }],
	});

	await submit(simulator, { vehicle: 'tesla', change });

	expect(testCallback.requests.map(({ event }) => event.eventType)).toEqual([type]);
});

it('sends a test event to each test callback that listens, and shows only those', async () => {
	const { simulator, callback } = await startWithWebhook();
	const listening = await startReceiver(amt);
	const idle = await startReceiver(amt);
	idle.respond = (_request, response) => response.writeHead(404).end();
	simulator.eventPage.setApplication({
		notice: 'Try your own workflow.',
		prepareWebhooks: async () => [
			{ name: 'Listening', callbackUri: listening.url },
			{ name: 'Idle', callbackUri: idle.url },
		],
	});

	const { body } = await submit(simulator, { vehicle: 'tesla', change: 'front-left-tire-low' });

	expect(callback.requests).toHaveLength(1);
	expect(listening.requests).toMatchObject([{ event: { meta: { mode: 'TEST' } } }]);
	expect(body).toContain('VEHICLE_STATE → Listening → 200');
	expect(body).not.toContain('→ Idle');
	expect(body).toContain('Try your own workflow.');
});
