import type { DeliveryAttempt } from '../deliveries/deliveries';
import { isJsonObject, type JsonObject } from '../json';
import { type ReceivedRequest, startReceiver, stopReceivers } from './support/receiver';
import {
	credentials,
	entryAt,
	startTestSimulator,
	stopTestSimulators,
	TESLA,
} from './support/testSimulator';
import { startWithWebhook } from './support/verifiedWebhook';

afterEach(async () => {
	await stopTestSimulators();
	await stopReceivers();
});

const amt = credentials.applicationManagementToken;

/**
 * What an event is about: code or type of its first trigger, or code and state of its first error.
 */
function summarize({ event }: ReceivedRequest): string {
	const { triggers, data } = JSON.parse(JSON.stringify(event)) as JsonObject;
	const [trigger] = Array.isArray(triggers) ? triggers : [];
	if (isJsonObject(trigger))
		return isJsonObject(trigger.signal) ? String(trigger.signal.code) : String(trigger.type);
	const [error] = isJsonObject(data) && Array.isArray(data.errors) ? data.errors : [];
	return isJsonObject(error)
		? `${String(error.code)} ${String(error.state)}`
		: 'neither trigger nor error';
}

describe('VERIFY', () => {
	it.each([
		[
			'of version 4.0',
			{},
			{ eventType: 'VERIFY', data: { challenge: expect.stringMatching(/^[A-Za-z0-9]{16}$/) } },
		],
		[
			'of version 2.0',
			{ legacy: true },
			{ version: '2.0', eventName: 'verify', payload: { challenge: expect.any(String) } },
		],
	])('%s is sent unsigned, and passes with the correct response', async (_name, options, shape) => {
		const { webhooks, fleet } = await startTestSimulator();
		const callback = await startReceiver(amt);
		const { respondToVerify } = callback;
		const requests: ReceivedRequest[] = [];
		callback.respondToVerify = (request, response) => {
			requests.push(request);
			respondToVerify(request, response);
		};
		const webhook = webhooks.create({ name: 'n8n', callbackUri: callback.url });
		expect(webhook.isVerified).toBe(false);
		const result = await webhooks.verify(webhook.id, options);
		expect(result).toEqual({ verified: true, reason: null });
		expect(fleet.webhook(webhook.id)?.isVerified).toBe(true);
		expect(entryAt(requests, 0).event).toMatchObject(shape);
		expect(entryAt(requests, 0).headers).not.toHaveProperty('sc-signature');
	});

	it.each([
		['another status', 201, 'application/json', null, 'not 200'],
		['another content type', 200, 'text/plain', null, 'not application/json'],
		['a body that is not JSON', 200, 'application/json', 'ok', 'not JSON'],
		['no challenge', 200, 'application/json', '{}', "no 'challenge'"],
		['a wrong challenge', 200, 'application/json', '{"challenge":"00"}', 'not the expected HMAC'],
	])('fails with %s', async (_what, status, type, body, reason) => {
		const { webhooks } = await startTestSimulator();
		const callback = await startReceiver(amt);
		callback.respondToVerify = ({ event }, response) => {
			response.writeHead(status, { 'content-type': type }).end(body ?? JSON.stringify(event.data));
		};
		const { id } = webhooks.create({ name: 'n8n', callbackUri: callback.url });
		expect(await webhooks.verify(id)).toMatchObject({
			verified: false,
			reason: expect.stringContaining(reason),
		});
	});

	it('fails when the callback is unreachable or uses another token', async () => {
		const { webhooks } = await startTestSimulator();
		const unreachable = webhooks.create({
			name: 'none',
			callbackUri: 'http://127.0.0.1:9/callback',
		});
		expect(await webhooks.verify(unreachable.id)).toEqual({
			verified: false,
			reason: expect.stringContaining('ECONNREFUSED'),
		});
		const other = await startReceiver('another-token');
		const { id } = webhooks.create({ name: 'other', callbackUri: other.url });
		expect(await webhooks.verify(id)).toEqual({
			verified: false,
			reason: expect.stringContaining('not the expected HMAC'),
		});
	});
});

describe('events of the fleet', () => {
	it('are sent only after verification, beginning with one first delivery per subscription', async () => {
		const { webhooks, fleet, deliveries } = await startTestSimulator();
		const callback = await startReceiver(amt);
		const webhook = webhooks.create({
			name: 'n8n',
			callbackUri: callback.url,
			autoSubscribe: true,
		});
		fleet.change(entryAt(fleet.vehicles, TESLA), (vehicle) => {
			vehicle.tires.frontLeft = 180;
		});
		await deliveries.idle();
		expect(callback.requests).toEqual([]);

		await webhooks.verify(webhook.id);
		await deliveries.idle();
		expect(callback.requests.map(summarize)).toEqual(
			Array.from({ length: 6 }, () => 'FIRST_DELIVERY'),
		);
	});

	it('are sent when a trigger signal changes, and not for other signals', async () => {
		const { simulator, callback, webhook, vehicle } = await startWithWebhook();
		const { fleet, deliveries } = simulator;
		fleet.change(vehicle, (changed) => {
			changed.cabinCelsius += 5;
		});
		await deliveries.idle();
		expect(callback.requests).toEqual([]);
		fleet.change(vehicle, (changed) => {
			changed.tires.frontLeft = 150;
		});
		await deliveries.idle();
		expect(callback.requests.map(summarize)).toEqual(['wheel-tires']);
		expect(entryAt(callback.requests, 0).event).toMatchObject({
			data: { vehicle: { id: vehicle.id } },
			meta: { webhookId: webhook.id, webhookName: 'n8n' },
		});
	});

	it('list all triggers that changed at once', async () => {
		const { simulator, callback, vehicle } = await startWithWebhook();
		const { fleet, deliveries } = simulator;
		fleet.change(vehicle, (changed) => {
			changed.isLocked = !changed.isLocked;
			changed.tires.backLeft -= 3;
		});
		await deliveries.idle();
		expect(callback.requests).toHaveLength(1);
		expect(entryAt(callback.requests, 0).event).toMatchObject({
			triggers: [{ signal: { code: 'wheel-tires' } }, { signal: { code: 'closure-islocked' } }],
		});
	});

	it('report a vehicle that goes offline and online as VEHICLE_ERROR', async () => {
		const { simulator, callback, vehicle } = await startWithWebhook({ triggers: [] });
		const { fleet, deliveries } = simulator;
		for (const reachability of ['asleep', 'online', 'unreachable', 'online'] as const) {
			fleet.change(vehicle, (changed) => {
				changed.reachability = reachability;
			});
			await deliveries.idle();
		}
		expect(callback.requests.map(summarize)).toEqual([
			'ASLEEP ERROR',
			'ASLEEP RESOLVED',
			'UNREACHABLE ERROR',
			'UNREACHABLE RESOLVED',
		]);
		expect(callback.requests.map(({ event }) => event.eventType)).toEqual(
			Array.from({ length: 4 }, () => 'VEHICLE_ERROR'),
		);
	});

	it('of a vehicle that is asleep begin with the first delivery when it wakes up', async () => {
		const { webhooks, fleet, subscriptions, deliveries } = await startTestSimulator();
		const callback = await startReceiver(amt);
		const vehicle = entryAt(fleet.vehicles, TESLA);
		vehicle.reachability = 'asleep';
		const { id: webhookId } = webhooks.create({ name: 'n8n', callbackUri: callback.url });
		await webhooks.verify(webhookId);
		subscriptions.add({ webhookId, userId: entryAt(fleet.users, 0).id, vehicleId: vehicle.id });
		await deliveries.idle();
		expect(callback.requests).toEqual([]);
		fleet.change(vehicle, (changed) => {
			changed.reachability = 'online';
		});
		await deliveries.idle();
		expect(callback.requests.map(summarize)).toEqual(['FIRST_DELIVERY']);
	});

	it('are lost while the webhook is disabled, and then begin again with a first delivery', async () => {
		const { simulator, callback, webhook, vehicle } = await startWithWebhook();
		const { fleet, webhooks, deliveries } = simulator;
		const toggleLock = () =>
			fleet.change(vehicle, (changed) => {
				changed.isLocked = !changed.isLocked;
			});
		webhooks.setEnabled(webhook.id, false);
		toggleLock();
		webhooks.setEnabled(webhook.id, true);
		await deliveries.idle();
		expect(callback.requests).toEqual([]);
		toggleLock();
		toggleLock();
		await deliveries.idle();
		expect(callback.requests.map(summarize).sort()).toEqual(['FIRST_DELIVERY', 'closure-islocked']);
	});

	it('include vehicles that are connected later, with a first delivery per new subscription', async () => {
		const { webhooks, fleet, subscriptions, deliveries } = await startTestSimulator({
			vehicles: 1,
		});
		const callback = await startReceiver(amt);
		const { id } = webhooks.create({
			name: 'n8n',
			callbackUri: callback.url,
			autoSubscribe: true,
		});
		await webhooks.verify(id);
		const vehicle = fleet.addVehicle();
		await deliveries.idle();
		expect(callback.requests).toHaveLength(2);
		const subscription = entryAt(
			fleet.subscriptions.filter(({ vehicleId }) => vehicleId === vehicle.id),
			0,
		);
		subscriptions.remove(subscription.id);
		fleet.change(vehicle, (changed) => {
			changed.isLocked = !changed.isLocked;
		});
		subscriptions.add({ webhookId: id, userId: subscription.userId, vehicleId: vehicle.id });
		await deliveries.idle();
		expect(callback.requests.map(summarize)).toEqual([
			'FIRST_DELIVERY',
			'FIRST_DELIVERY',
			'FIRST_DELIVERY',
		]);
	});

	it('are retried: each event of ten ticks fails once, and then arrives', async () => {
		const { simulator, callback } = await startWithWebhook();
		const { fleet, deliveries } = simulator;
		// If every second request failed instead, all four attempts of one event could fail.
		const failedIds = new Set<unknown>();
		callback.respond = ({ event: { eventId } }, response) => {
			response.writeHead(failedIds.has(eventId) ? 200 : 500).end();
			failedIds.add(eventId);
		};
		const attempts: DeliveryAttempt[] = [];
		deliveries.onAttempt((attempt) => attempts.push(attempt));
		for (let count = 0; count < 10; count++) fleet.tick();
		await deliveries.idle();
		expect(failedIds.size).toBeGreaterThan(30);
		for (const eventId of failedIds) {
			const attemptsOfEvent = attempts.filter((attempt) => attempt.eventId === eventId);
			expect(attemptsOfEvent.map(({ attempt, status }) => [attempt, status])).toEqual([
				[1, 500],
				[2, 200],
			]);
		}
	});
});
