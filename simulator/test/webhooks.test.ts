import { isJsonObject, type JsonObject } from '../json';
import { type Received, receiver, stopReceivers } from './support/receiver';
import { at, credentials, simulator, stopSimulators } from './support/testSimulator';

afterEach(async () => {
	await stopSimulators();
	await stopReceivers();
});

const amt = credentials.applicationManagementToken;

/** What an event is about, in short: its first trigger's code or type, or error code and state. */
function gist({ event }: Received): string {
	const { triggers, data } = JSON.parse(JSON.stringify(event)) as JsonObject;
	const [trigger] = Array.isArray(triggers) ? triggers : [];
	if (isJsonObject(trigger))
		return isJsonObject(trigger.signal) ? String(trigger.signal.code) : String(trigger.type);
	const [error] = isJsonObject(data) && Array.isArray(data.errors) ? data.errors : [];
	return isJsonObject(error) ? `${String(error.code)} ${String(error.state)}` : 'neither';
}

describe('VERIFY', () => {
	it.each([
		[
			'current',
			{},
			{ eventType: 'VERIFY', data: { challenge: expect.stringMatching(/^[A-Za-z0-9]{16}$/) } },
		],
		[
			'of integer time',
			{ uuidChallenge: true },
			{ eventType: 'VERIFY', meta: { deliveredAt: expect.any(Number) } },
		],
		[
			'of version 2.0',
			{ legacy: true },
			{ version: '2.0', eventName: 'verify', payload: { challenge: expect.any(String) } },
		],
	])('%s is sent unsigned, and a right answer verifies', async (_name, options, shape) => {
		const { webhooks, fleet } = await simulator();
		const callback = await receiver(amt);
		const answerRightly = callback.answerVerify;
		const seen: Received[] = [];
		callback.answerVerify = (received, response) => {
			seen.push(received);
			answerRightly(received, response);
		};
		const webhook = webhooks.create({ name: 'n8n', callbackUri: callback.url });
		expect(webhook.isVerified).toBe(false);
		const result = await webhooks.verify(webhook.id, options);
		expect(result).toMatchObject({ verified: true, status: 200, reason: null });
		expect(fleet.webhook(webhook.id)?.isVerified).toBe(true);
		expect(at(seen, 0).event).toMatchObject(shape);
		expect(at(seen, 0).headers).not.toHaveProperty('sc-signature');
	});

	it.each([
		['another status', 201, 'application/json', null, 'not 200'],
		['another type', 200, 'text/plain', null, 'not application/json'],
		['no JSON', 200, 'application/json', 'ok', 'not JSON'],
		['no challenge', 200, 'application/json', '{}', "no 'challenge'"],
		['a wrong challenge', 200, 'application/json', '{"challenge":"00"}', 'not the expected HMAC'],
	])('is not passed by %s', async (_what, status, type, body, reason) => {
		const { webhooks } = await simulator();
		const callback = await receiver(amt);
		callback.answerVerify = ({ event }, response) => {
			response.writeHead(status, { 'content-type': type }).end(body ?? JSON.stringify(event.data));
		};
		const { id } = webhooks.create({ name: 'n8n', callbackUri: callback.url });
		expect(await webhooks.verify(id)).toMatchObject({
			verified: false,
			reason: expect.stringContaining(reason),
		});
	});

	it('is not passed by a callback that is not there or signs with another token', async () => {
		const { webhooks } = await simulator();
		const nobody = webhooks.create({ name: 'nobody', callbackUri: 'http://127.0.0.1:9/callback' });
		expect(await webhooks.verify(nobody.id)).toMatchObject({ verified: false, status: null });
		const other = await receiver('another-token');
		const { id } = webhooks.create({ name: 'other', callbackUri: other.url });
		expect(await webhooks.verify(id)).toMatchObject({ verified: false, status: 200 });
	});
});

describe('what happens in the fleet', () => {
	it('is sent once verified: first deliveries, then changes of trigger signals only', async () => {
		const { webhooks, fleet, deliveries } = await simulator();
		const callback = await receiver(amt);
		const webhook = webhooks.create({
			name: 'n8n',
			callbackUri: callback.url,
			autoSubscribe: true,
		});
		const vehicle = at(fleet.vehicles, 1);
		fleet.change(vehicle, (car) => {
			car.tires.frontLeft = 180;
		});
		await deliveries.idle();
		expect(callback.received).toEqual([]);

		await webhooks.verify(webhook.id);
		await deliveries.idle();
		expect(callback.received.map(gist)).toEqual(Array.from({ length: 6 }, () => 'FIRST_DELIVERY'));

		callback.received.length = 0;
		fleet.change(vehicle, (car) => {
			car.cabinCelsius += 5;
		});
		await deliveries.idle();
		expect(callback.received).toEqual([]);
		fleet.change(vehicle, (car) => {
			car.tires.frontLeft = 150;
		});
		await deliveries.idle();
		expect(callback.received.map(gist)).toEqual(['wheel-tires']);
		expect(at(callback.received, 0).event).toMatchObject({
			data: { vehicle: { id: vehicle.id } },
			meta: { webhookId: webhook.id, webhookName: 'n8n' },
		});
	});

	it('lists all triggers that changed at once', async () => {
		const { webhooks, fleet, deliveries } = await simulator();
		const callback = await receiver(amt);
		const { id } = webhooks.create({ name: 'n8n', callbackUri: callback.url, autoSubscribe: true });
		await webhooks.verify(id);
		await deliveries.idle();
		callback.received.length = 0;
		fleet.change(at(fleet.vehicles, 1), (car) => {
			car.isLocked = !car.isLocked;
			car.tires.backLeft -= 3;
		});
		await deliveries.idle();
		expect(callback.received).toHaveLength(1);
		expect(at(callback.received, 0).event).toMatchObject({
			triggers: [{ signal: { code: 'wheel-tires' } }, { signal: { code: 'closure-islocked' } }],
		});
	});

	it('reports a car that sleeps and wakes as ERROR and RESOLVED, at the address for errors', async () => {
		const { webhooks, fleet, deliveries } = await simulator();
		const [forState, forErrors] = [await receiver(amt), await receiver(amt)];
		const webhook = webhooks.create({
			name: 'n8n',
			callbackUri: forState.url,
			errorCallbackUri: forErrors.url,
			autoSubscribe: true,
		});
		await webhooks.verify(webhook.id);
		await deliveries.idle();
		const vehicle = at(fleet.vehicles, 1);
		for (const reachability of ['asleep', 'online', 'unreachable', 'online'] as const) {
			fleet.change(vehicle, (car) => {
				car.reachability = reachability;
			});
			await deliveries.idle();
		}
		expect(forErrors.received.map(gist)).toEqual([
			'ASLEEP ERROR',
			'ASLEEP RESOLVED',
			'UNREACHABLE ERROR',
			'UNREACHABLE RESOLVED',
		]);
		expect(forErrors.received.map(({ event }) => event.eventType)).toEqual(
			Array.from({ length: 4 }, () => 'VEHICLE_ERROR'),
		);
	});

	it('delays the first delivery of a car that sleeps until it wakes', async () => {
		const { webhooks, fleet, subscriptions, deliveries } = await simulator();
		const callback = await receiver(amt);
		const vehicle = at(fleet.vehicles, 1);
		vehicle.reachability = 'asleep';
		const { id: webhookId } = webhooks.create({
			name: 'n8n',
			callbackUri: callback.url,
			isVerified: true,
		});
		subscriptions.add({ webhookId, userId: at(fleet.users, 0).id, vehicleId: vehicle.id });
		await deliveries.idle();
		expect(callback.received).toEqual([]);
		fleet.change(vehicle, (car) => {
			car.reachability = 'online';
		});
		await deliveries.idle();
		expect(callback.received.map(gist)).toEqual(['FIRST_DELIVERY']);
	});

	it('is lost while the webhook is disabled; then the next event is the first delivery', async () => {
		const { webhooks, fleet, deliveries } = await simulator();
		const callback = await receiver(amt);
		const { id } = webhooks.create({ name: 'n8n', callbackUri: callback.url, autoSubscribe: true });
		await webhooks.verify(id);
		await deliveries.idle();
		callback.received.length = 0;
		const vehicle = at(fleet.vehicles, 1);
		const lock = () =>
			fleet.change(vehicle, (car) => {
				car.isLocked = !car.isLocked;
			});
		webhooks.setEnabled(id, false);
		lock();
		webhooks.setEnabled(id, true);
		await deliveries.idle();
		expect(callback.received).toEqual([]);
		lock();
		lock();
		await deliveries.idle();
		expect(callback.received.map(gist).sort()).toEqual(['FIRST_DELIVERY', 'closure-islocked']);
	});

	it('subscribes cars that are connected later, and sends first deliveries again after a new subscription', async () => {
		const { webhooks, fleet, subscriptions, deliveries } = await simulator({ vehicles: 1 });
		const callback = await receiver(amt);
		const { id } = webhooks.create({
			name: 'n8n',
			callbackUri: callback.url,
			autoSubscribe: true,
			isVerified: true,
		});
		const added = fleet.addVehicle();
		await deliveries.idle();
		expect(callback.received).toHaveLength(2);
		const subscription = at(
			fleet.subscriptions.filter(({ vehicleId }) => vehicleId === added.id),
			0,
		);
		subscriptions.remove(subscription.id);
		fleet.change(added, (car) => {
			car.isLocked = !car.isLocked;
		});
		subscriptions.add({ webhookId: id, userId: subscription.userId, vehicleId: added.id });
		await deliveries.idle();
		expect(callback.received.map(gist)).toEqual([
			'FIRST_DELIVERY',
			'FIRST_DELIVERY',
			'FIRST_DELIVERY',
		]);
	});

	it('is sent again when the callback fails, so that nothing of a life of ticks is missing', async () => {
		const { webhooks, fleet, deliveries } = await simulator();
		const callback = await receiver(amt);
		const { id } = webhooks.create({ name: 'n8n', callbackUri: callback.url, autoSubscribe: true });
		await webhooks.verify(id);
		let calls = 0;
		callback.answer = (_received, response) =>
			response.writeHead(++calls % 3 === 0 ? 500 : 200).end();
		for (let count = 0; count < 10; count++) fleet.tick();
		await deliveries.idle();
		const acknowledged = new Set(
			deliveries.attempts.filter((one) => one.acknowledged).map(({ eventId }) => eventId),
		);
		const sent = new Set(deliveries.attempts.map(({ eventId }) => eventId));
		expect(sent.size).toBeGreaterThan(30);
		expect(acknowledged).toEqual(sent);
	});
});
