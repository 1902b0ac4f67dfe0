import { randomUUID } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../../simulator/simulator';
import { firstVehicle } from '../../support/simulatedFleet';
import { locator } from './runSmartcar';
import { allowOnlyLocalRequests, useSimulatedService } from './simulatedService';

const service = useSimulatedService({ vehicles: 3 });

allowOnlyLocalRequests();

const firstVehicleId = () => firstVehicle(service.simulator()).id;

const firstConnection = () => {
	const [connection] = service.simulator().fleet.connections;
	if (!connection) throw new Error('No vehicle is connected');
	return connection;
};

// Smartcar has signals only of vehicles that are or were subscribed.
beforeAll(() => {
	for (const vehicle of service.simulator().fleet.vehicles) vehicle.everSubscribed = true;
});

/** Parameters for a connected vehicle and its user. */
const vehicleAndUser = () => ({
	vehicleId: locator(firstConnection().vehicleId),
	options: { userId: locator(firstConnection().userId) },
});

const newWebhookId = () =>
	service.simulator().webhooks.create({ name: 'Fleet', callbackUri: 'https://n8n.example' }).id;

/** Read operations of every host, each with a pattern of its path. */
const READS: Array<[string, () => INodeParameters, RegExp]> = [
	[
		'Vehicle: Get Tire Pressure',
		() => ({
			resource: 'vehicle',
			apiVersion: 'v2.0',
			operation: 'getTirePressure',
			vehicleId: locator(firstVehicleId()),
		}),
		/tires\/pressure/,
	],
	[
		'Vehicle: Get Many',
		() => ({ resource: 'vehicle', apiVersion: 'v2.0', operation: 'getMany', returnAll: true }),
		/vehicles\?/,
	],
	[
		'Vehicle: Batch',
		() => ({
			resource: 'vehicle',
			apiVersion: 'v2.0',
			operation: 'batch',
			vehicleId: locator(firstVehicleId()),
			paths: ['/odometer'],
		}),
		/batch/,
	],
	[
		'Webhook: Get Many',
		() => ({ resource: 'webhook', operation: 'getMany', returnAll: true }),
		/webhooks/,
	],
	[
		'Subscription: Get Many',
		() => ({ resource: 'subscription', operation: 'getMany' }),
		/subscriptions/,
	],
	['Connection: Get Many', () => ({ resource: 'connection', operation: 'getMany' }), /connections/],
	[
		'Connection: Get',
		() => ({
			resource: 'connection',
			operation: 'get',
			connectionId: locator(firstConnection().id),
		}),
		/connections\//,
	],
	[
		'Signal: Get',
		() => ({
			resource: 'signal',
			operation: 'get',
			...vehicleAndUser(),
			signalCode: locator('odometer-traveleddistance'),
		}),
		/signals\//,
	],
	[
		'Webhook: Get',
		() => ({ resource: 'webhook', operation: 'get', webhookId: locator(newWebhookId()) }),
		/webhooks\//,
	],
	[
		'Compatible Vehicle: Get Many',
		() => ({ resource: 'compatibleVehicle', operation: 'getMany', options: { refresh: true } }),
		/compatible-vehicles/,
	],
];

/** Malformed responses, each with a pattern of the error message. */
const MALFORMED: Array<[string, Fault, RegExp]> = [
	[
		'truncated JSON',
		{ kind: 'truncated' },
		/^Smartcar's response to .* is not complete JSON \(HTTP 200\)$/,
	],
	[
		'a web page',
		{ kind: 'html', status: 200 },
		/^Smartcar answered .* with a web page instead of JSON \(HTTP 200\)$/,
	],
	['an empty body', { kind: 'empty' }, /^Smartcar's response to .* is empty \(HTTP 200\)$/],
	[
		'other JSON',
		{ kind: 'response', status: 200, body: { portal: 'Log in' } },
		/^Smartcar's response to .* has an unexpected format: '\w+' Required$/,
	],
	[
		'an array',
		{ kind: 'response', status: 200, body: [] },
		/^Smartcar's response to .* has an unexpected format: 'body' Expected object, received array$/,
	],
];

describe.each(READS)('%s', (_name, parameters, path) => {
	test.each(MALFORMED)('%s is an error', async (_what, fault, message) => {
		service.simulator().faults.plan({ path }, fault);
		const { error, json } = await service.run(parameters());
		expect(error).toMatchObject({
			message: expect.stringMatching(message),
			description: expect.any(String),
		});
		expect(error).toMatchObject({
			failure: { cause: expect.stringMatching(/temporarily-unavailable|node-defect/) },
		});
		expect(json).toEqual([]);
		expect(service.simulator().faults.pending).toBe(0);
	});

	test('a closed connection is retried', async () => {
		service.simulator().faults.plan({ path }, { kind: 'drop' });
		const { error } = await service.run(parameters());
		expect(error).toBeUndefined();
		expect(service.simulator().faults.pending).toBe(0);
	});

	test('a 502 of a gateway is retried', async () => {
		service.simulator().faults.plan({ path }, { kind: 'html', status: 502 });
		const { error } = await service.run(parameters());
		expect(error).toBeUndefined();
	});
});

// Without the array, since Smartcar has also sent a bare list of signals: an empty one is valid.
test.each(MALFORMED.slice(0, 4))(
	'Signal: Get Many: %s is an error',
	async (_what, fault, message) => {
		service.simulator().faults.plan({ path: /signals/ }, fault);
		const { error, json } = await service.run({
			resource: 'signal',
			operation: 'getMany',
			...vehicleAndUser(),
		});
		expect(error?.message).toMatch(message);
		expect(json).toEqual([]);
	},
);

test('a connection that is closed every time is an error', async () => {
	service.simulator().faults.plan({ path: /pressure/ }, { kind: 'drop' }, 4);
	const parameters = {
		resource: 'vehicle',
		apiVersion: 'v2.0',
		operation: 'getTirePressure',
		vehicleId: locator(firstVehicleId()),
	};
	const { error } = await service.run(parameters);
	expect(error).toMatchObject({
		message: expect.stringMatching(
			/^Smartcar could not be reached at http:.*: the connection was closed$/,
		),
		description: expect.stringMatching(/Check n8n's network connection/),
		failure: { cause: 'temporarily-unavailable' },
	});
	expect(service.simulator().faults.pending).toBe(0);
});

describe('a request that is not idempotent', () => {
	const create = () => ({
		resource: 'subscription',
		operation: 'create',
		webhookId: locator(randomUUID()),
		...vehicleAndUser(),
	});

	test.each([
		['a closed connection', { kind: 'drop' } as const, /may have executed the request/],
		['a server error', { kind: 'html', status: 503 } as const, /Try again later/],
	])('is not sent again after %s', async (_what, fault, description) => {
		const { faults } = service.simulator();
		const before = service.requests().length;
		faults.plan({ method: 'POST', path: /subscriptions/ }, fault);
		const { error } = await service.run(create());
		expect(error).toMatchObject({ description: expect.stringMatching(description) });
		expect(
			service
				.requests()
				.slice(before)
				.filter(({ method }) => method === 'POST'),
		).toHaveLength(1);
	});
});

describe('a list with wrong pagination', () => {
	const list = { resource: 'subscription', operation: 'getMany', returnAll: true };
	const path = /subscriptions\?/;
	const COUNT = 450;

	beforeAll(() => service.fillSubscriptions(COUNT));

	/** Adds `by` to the total that Smartcar sends with the list. */
	const raiseTotal = (by: number) => {
		const fault = { kind: 'malformedList', defect: { kind: 'wrongTotal', by } } as const;
		service.simulator().faults.plan({ path }, fault, 50);
	};

	/** The page numbers of all requests after the first `before` ones, in ascending order. */
	const requestedPages = (before: number) =>
		service
			.requests()
			.slice(before)
			.map((request) => Number(new URL(request.path, 'http://x').searchParams.get('page[number]')))
			.sort((a, b) => a - b);

	test.each([
		['a next link to the same page', { kind: 'nextLinkToSamePage' } as const],
		[
			'a next link to another host',
			{ kind: 'nextLinkToUrl', url: 'https://elsewhere.example/p' } as const,
		],
		['a total that is too small', { kind: 'wrongTotal', by: -400 } as const],
	])('%s: reads every page once and follows no URL', async (_what, defect) => {
		const before = service.requests().length;
		service.simulator().faults.plan({ path }, { kind: 'malformedList', defect }, 20);
		const { json, error } = await service.run(list);
		expect(error).toBeUndefined();
		expect(json).toHaveLength(COUNT);
		expect(new Set(json.map(({ id }) => id)).size).toBe(COUNT);
		expect(requestedPages(before).slice(0, 5)).toEqual([1, 2, 3, 4, 5]);
		expect(new Set(requestedPages(before)).size).toBe(requestedPages(before).length);
		expect(requestedPages(before).length).toBeLessThanOrEqual(6);
	});

	test('a total that is too large is a hint with both numbers', async () => {
		raiseTotal(1_000_000);
		const before = service.requests().length;
		const { json, hints } = await service.run(list);
		expect(json).toHaveLength(COUNT);
		expect(hints.map(({ message }) => message)).toEqual([
			`Smartcar said that /subscriptions has a total of ${COUNT + 1_000_000}, but its pages held ${COUNT}. Entries may be missing from the output.`,
		]);
		expect(requestedPages(before).length).toBeLessThan(20);
	});

	test('a missing next link ends the list, with a hint if the total is higher', async () => {
		const defect = { kind: 'noNextLink' } as const;
		service.simulator().faults.plan({ path }, { kind: 'malformedList', defect }, 20);
		const before = service.requests().length;
		const { json, hints } = await service.run(list);
		expect(json).toHaveLength(100);
		expect(hints.map(({ message }) => message)).toEqual([
			`Smartcar said that /subscriptions has a total of ${COUNT}, but its pages held 100. Entries may be missing from the output.`,
		]);
		expect(requestedPages(before)).toEqual([1]);
	});

	test('a total that is too large does not matter within the limit', async () => {
		raiseTotal(1_000_000);
		const { json, error } = await service.run({ ...list, returnAll: false, limit: COUNT });
		expect(error).toBeUndefined();
		expect(json).toHaveLength(COUNT);
	});

	test('a list without data is an error', async () => {
		service
			.simulator()
			.faults.plan({ path }, { kind: 'malformedList', defect: { kind: 'noList' } });
		const { json, error } = await service.run(list);
		expect(error?.message).toBe(
			"Smartcar's response to GET /subscriptions has an unexpected format: 'data' Required",
		);
		expect(json).toEqual([]);
	});

	test('one failed page fails the whole list', async () => {
		service
			.simulator()
			.faults.plan({ path: /page%5Bnumber%5D=3|page\[number\]=3/ }, { kind: 'truncated' });
		const { json, error } = await service.run(list);
		expect(error?.message).toMatch(/not complete JSON/);
		expect(json).toEqual([]);
	});
});
