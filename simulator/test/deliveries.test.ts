import { createHmac } from 'node:crypto';
import { eventFixture } from '../../test/fixtures/eventFixtures';
import { waitsBeforeAttempts } from '../deliveries/retrySchedule';
import { sign } from '../deliveries/signature';
import { startReceiver, stopReceivers } from './support/receiver';
import {
	entryAt,
	credentials,
	startTestSimulator,
	stopTestSimulators,
} from './support/testSimulator';

afterEach(async () => {
	await stopTestSimulators();
	await stopReceivers();
});

const amt = credentials.applicationManagementToken;
const hmac = (text: string, key = amt) => createHmac('sha256', key).update(text).digest('hex');

describe('signature', () => {
	// The first two values are from the service's own SDKs.
	it.each([
		['amt', 'challenge', '9baf5a7464bd86740ad5a06e439dcf535a075022ed2c92d74efacf646d79328e'],
		[
			'amt',
			'{"pizza":"pasta"}',
			'4c05a8da471f05156ad717baa4017acd13a3a809850b9ca7d3301dcaaa854f70',
		],
		[
			'example-amt',
			'nQ4rT7yW2kLm8pXz',
			'6152e1a32b7ca344ccda41432a60d8c79be804ba6ee65581b2fae4be51c673ef',
		],
		[
			'example-amt',
			'{"name":"Škoda"}',
			'931d81526b8828b8eac2a592a4a6bfb62e6315b8479fbfe07aef30703eedad16',
		],
	])('with the key %s, of %s', (key, message, expected) => {
		expect(sign(message, key)).toBe(expected);
	});
});

describe('retry schedule', () => {
	it('has four attempts, or one without retries, and scales the waits between them', () => {
		expect(waitsBeforeAttempts(1, true)).toEqual([0, 25_000, 50_000, 100_000]);
		expect(waitsBeforeAttempts(0.01, true)).toEqual([0, 250, 500, 1_000]);
		expect(waitsBeforeAttempts(1, false)).toEqual([0]);
	});
});

describe('deliveries', () => {
	it('sends compact JSON with the signature of its bytes', async () => {
		const { deliveries, events, fleet } = await startTestSimulator();
		const callback = await startReceiver(amt);
		const event = events.vehicleState(entryAt(fleet.vehicles, 0));
		const result = await deliveries.deliver(event, { callbackUri: callback.url });
		expect(result).toMatchObject({
			attempts: [{ eventId: event.eventId, attempt: 1, status: 200, acknowledged: true }],
		});
		const { headers, text } = entryAt(callback.requests, 0);
		expect(headers).toMatchObject({
			'content-type': 'application/json',
			'user-agent': expect.stringMatching(/^Smartcar\/\S+$/),
			'sc-signature': hmac(text),
		});
		expect(text).toBe(JSON.stringify(JSON.parse(text)));
		expect(JSON.parse(text)).toMatchObject({
			eventId: event.eventId,
			data: { vehicle: { make: 'SKODA' } },
		});
	});

	it('sends an event at most four times, with the same event ID and new delivery IDs, then drops it', async () => {
		const { deliveries, events, fleet } = await startTestSimulator();
		const callback = await startReceiver(amt);
		callback.respond = (_received, response) => response.writeHead(500).end('broken');
		const event = events.vehicleState(entryAt(fleet.vehicles, 0));
		const result = await deliveries.deliver(event, { callbackUri: callback.url });
		expect(result.attempts).toMatchObject(
			[1, 2, 3, 4].map((attempt) => ({
				attempt,
				status: 500,
				responseBody: 'broken',
				acknowledged: false,
			})),
		);
		const metas = callback.requests.map(({ event: { eventId, meta } }) => ({
			eventId,
			...Object(meta),
		}));
		expect(new Set(metas.map(({ eventId }) => eventId))).toEqual(new Set([event.eventId]));
		expect(new Set(metas.map(({ deliveryId }) => deliveryId)).size).toBe(4);
		expect(new Set(metas.map(({ sequence }) => sequence)).size).toBe(1);
		for (const { headers, text } of callback.requests)
			expect(headers['sc-signature']).toBe(hmac(text));
	});

	it('stops at the first 2xx, retries after 3xx and 4xx, and follows no redirect', async () => {
		const { deliveries, events, fleet } = await startTestSimulator();
		const callback = await startReceiver(amt);
		const statuses = [302, 401, 204];
		callback.respond = (_received, response) =>
			response.writeHead(statuses.shift() ?? 200, { location: callback.url }).end();
		const event = events.vehicleState(entryAt(fleet.vehicles, 0));
		const result = await deliveries.deliver(event, { callbackUri: callback.url });
		expect(result.attempts.map(({ status, acknowledged }) => [status, acknowledged])).toEqual([
			[302, false],
			[401, false],
			[204, true],
		]);
		expect(callback.requests).toHaveLength(3);
	});

	it('waits between attempts as scheduled', async () => {
		const { deliveries, events, fleet } = await startTestSimulator({ timeScale: 0.004 });
		const callback = await startReceiver(amt);
		callback.respond = (_received, response) => response.writeHead(503).end();
		const { attempts } = await deliveries.deliver(events.vehicleState(entryAt(fleet.vehicles, 0)), {
			callbackUri: callback.url,
		});
		const gaps = attempts.slice(1).map(({ sentAt }, index) => {
			const before = entryAt(attempts, index);
			return sentAt - (before.sentAt + before.durationMs);
		});
		for (const [index, expected] of [100, 200, 400].entries()) {
			expect(entryAt(gaps, index)).toBeGreaterThanOrEqual(expected - 3);
			// Generous, for a busy machine.
			expect(entryAt(gaps, index)).toBeLessThan(2 * expected + 2_000);
		}
	});

	it('records an attempt without a response: connection refused, connection closed, timeout', async () => {
		const { deliveries, events, fleet } = await startTestSimulator({ deliveryTimeoutMs: 150 });
		const event = events.vehicleState(entryAt(fleet.vehicles, 0));
		const refused = await deliveries.deliver(event, {
			callbackUri: 'http://127.0.0.1:9',
			retry: false,
		});
		expect(refused.attempts).toMatchObject([
			{ status: null, error: expect.stringContaining('ECONNREFUSED') },
		]);
		const callback = await startReceiver(amt);
		callback.respond = (_received, response) => response.destroy();
		const closed = await deliveries.deliver(event, { callbackUri: callback.url, retry: false });
		expect(closed.attempts).toMatchObject([
			{ status: null, acknowledged: false, error: expect.any(String) },
		]);
		callback.respond = () => undefined;
		const timedOut = await deliveries.deliver(event, { callbackUri: callback.url, retry: false });
		expect(timedOut.attempts).toMatchObject([
			{ status: null, error: expect.stringContaining('TIMEOUT') },
		]);
	});

	it('sends all copies at once', async () => {
		const { deliveries, events, fleet } = await startTestSimulator();
		const callback = await startReceiver(amt);
		const waiting: Array<() => void> = [];
		// No request gets a response before all ten have arrived.
		callback.respond = (_received, response) => {
			waiting.push(() => response.writeHead(200).end());
			if (waiting.length === 10) for (const respond of waiting) respond();
		};
		const event = events.vehicleState(entryAt(fleet.vehicles, 0));
		const { attempts } = await deliveries.deliver(event, { callbackUri: callback.url, copies: 10 });
		expect(attempts.filter(({ acknowledged }) => acknowledged)).toHaveLength(10);
		const deliveryIds = callback.requests.map(({ event: { meta } }) => Object(meta).deliveryId);
		expect(new Set(deliveryIds).size).toBe(10);
	});

	it('sends a signature with a wrong key, a given signature, or none', async () => {
		const { deliveries, events, fleet } = await startTestSimulator();
		const callback = await startReceiver(amt);
		const event = events.vehicleState(entryAt(fleet.vehicles, 0));
		const callbackUri = callback.url;
		await deliveries.deliver(event, { callbackUri, forged: true });
		await deliveries.deliverRaw('{}', { callbackUri, signature: 'abc' });
		await deliveries.deliverRaw('{}', { callbackUri, signature: null });
		const [forged, given, none] = callback.requests;
		expect(forged?.headers['sc-signature']).toMatch(/^[0-9a-f]{64}$/);
		expect(forged?.headers['sc-signature']).not.toBe(hmac(forged?.text ?? ''));
		expect(given?.headers['sc-signature']).toBe('abc');
		expect(none?.headers).not.toHaveProperty('sc-signature');
	});

	it('sends any body unchanged with deliverRaw, and signs it', async () => {
		const { deliveries } = await startTestSimulator();
		const callback = await startReceiver(amt);
		const body = '{ "eventType" : "ÅNYTHING" }';
		const attempt = await deliveries.deliverRaw(body, {
			callbackUri: callback.url,
			contentType: 'text/plain',
		});
		expect(attempt).toMatchObject({ status: 200, acknowledged: true });
		expect(entryAt(callback.requests, 0)).toMatchObject({
			text: body,
			headers: { 'content-type': 'text/plain', 'sc-signature': hmac(body) },
		});
	});

	it('rejects an unknown webhook', async () => {
		const { deliveries, events, fleet } = await startTestSimulator();
		const event = events.vehicleState(entryAt(fleet.vehicles, 0));
		await expect(deliveries.deliver(event, { webhookId: 'unknown' })).rejects.toThrow(
			"known 'webhookId'",
		);
	});

	it('calls listeners with every attempt until they are removed', async () => {
		const { deliveries, events } = await startTestSimulator();
		const callback = await startReceiver(amt);
		const eventIds: Array<string | null> = [];
		const removeListener = deliveries.onAttempt(({ eventId }) => eventIds.push(eventId));
		const [first, second] = events.vehicleStates(2);
		if (first === undefined || second === undefined)
			throw new Error('vehicleStates(2) has to return two events');
		await deliveries.deliver(first, { callbackUri: callback.url });
		removeListener();
		await deliveries.deliver(second, { callbackUri: callback.url });
		expect(eventIds).toEqual([first.eventId]);
		expect(callback.requests.map(({ event: { eventId } }) => eventId)).toEqual([
			first.eventId,
			second.eventId,
		]);
	});

	it('keeps the format of the times in older events', async () => {
		const { deliveries } = await startTestSimulator();
		const callback = await startReceiver(amt);
		const before = Date.now();
		for (const name of ['state-version-3', 'state-oldest-capture', 'state-abbreviated'])
			await deliveries.deliver(eventFixture(name), { callbackUri: callback.url });
		const [inSeconds, inMilliseconds, withoutTimes] = callback.requests.map(({ event }) =>
			Object(event.meta),
		);
		expect(inSeconds.deliveredAt).toBeGreaterThanOrEqual(Math.floor(before / 1000));
		expect(inSeconds.deliveredAt).toBeLessThan(1e10);
		expect(inMilliseconds.deliveredAt).toBeGreaterThanOrEqual(before);
		expect(inMilliseconds.deliveryTime).toBe(inMilliseconds.deliveredAt);
		expect(withoutTimes).toEqual({});
	});

	it('idle() waits for events and raw bodies', async () => {
		const { deliveries, events, fleet } = await startTestSimulator();
		const callback = await startReceiver(amt);
		let attemptCount = 0;
		deliveries.onAttempt(() => attemptCount++);
		const pending = [
			deliveries.deliver(events.vehicleState(entryAt(fleet.vehicles, 0)), {
				callbackUri: callback.url,
			}),
			deliveries.deliverRaw('{}', { callbackUri: callback.url }),
		];
		await deliveries.idle();
		expect(attemptCount).toBe(2);
		await Promise.all(pending);
	});

	it('cancels retries when the simulator closes', async () => {
		const simulator = await startTestSimulator({ timeScale: 1 });
		const callback = await startReceiver(amt);
		callback.respond = (_received, response) => response.writeHead(500).end();
		const event = simulator.events.vehicleState(entryAt(simulator.fleet.vehicles, 0));
		const delivery = simulator.deliveries.deliver(event, { callbackUri: callback.url });
		await simulator.deliveries.nextAttempt(event.eventId);
		await simulator.close();
		expect((await delivery).attempts).toMatchObject([{ status: 500, acknowledged: false }]);
	});

	it('provides signed requests for a load generator', async () => {
		const { events, createSignedRequests } = await startTestSimulator();
		const batch = events.vehicleStates(100);
		const requests = createSignedRequests(batch);
		expect(requests).toHaveLength(100);
		for (const [index, { body, headers }] of requests.entries()) {
			expect(JSON.parse(body)).toMatchObject({ eventId: entryAt(batch, index).eventId });
			expect(headers['SC-Signature']).toBe(hmac(body));
		}
	});
});
