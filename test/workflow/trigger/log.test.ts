import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { DataDeduplicationService } from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';
import { eventFixture } from '../../fixtures/eventFixtures';
import { FakeStore } from './fakeStore';
import { sign, startTriggerServer, TOKEN, type TriggerServerOptions } from './triggerServer';

beforeAll(async () => await DataDeduplicationService.init(new FakeStore()));

const VERIFY = { eventId: 'e1', eventType: 'VERIFY', data: { challenge: 'nQ4rT7yW2kLm8pXz' } };
const CLIENT_ID = 'client_01abc';
const CLIENT_ID_HINT =
	"The 'Application Management Token' in this credential looks like the client ID";

/**
 * Delivers an event, signed with TOKEN, to a trigger whose credential has
 * `applicationManagementToken`. Returns the reply and n8n's log.
 */
async function deliver(
	event: object,
	applicationManagementToken: string,
	options: TriggerServerOptions = {},
) {
	const server = await startTriggerServer({
		...options,
		secrets: { smartcarWebhookApi: { applicationManagementToken } },
	});
	try {
		const { status, body } = await server.deliver(event);
		return { status, body, log: server.log };
	} finally {
		await server.close();
	}
}

test('a signature mismatch names the likely mistake in the log, but not in the reply', async () => {
	const { status, body, log } = await deliver(eventFixture('state-as-delivered'), CLIENT_ID);

	expect(status).toBe(401);
	expect(log).toEqual([
		expect.stringMatching(/rejected a delivery with 401 \(signature_mismatch\)/),
	]);
	expect(log.join()).toContain(CLIENT_ID_HINT);
	expect(log.join()).not.toContain(CLIENT_ID);
	expect(body).not.toContain('looks like');
});

test('a verification that Smartcar will reject names the likely mistake in the log', async () => {
	const { status, body, log } = await deliver(VERIFY, CLIENT_ID);

	expect(status).toBe(200);
	expect(body).not.toContain('looks like');
	expect(log).toEqual([
		expect.stringContaining(`answered the verification of its callback URI. ${CLIENT_ID_HINT}`),
	]);
});

test('a signature mismatch with a plausible token has no hint', async () => {
	const { log } = await deliver(eventFixture('state-as-delivered'), 'another-token');

	expect(log).toEqual([expect.stringMatching(/does not match the body and the management token$/)]);
});

test('the log distinguishes the verification of the test URL', async () => {
	const { log } = await deliver(VERIFY, TOKEN, { mode: 'manual' });

	expect(log).toEqual([
		expect.stringContaining('its test URL, which answers only while the editor listens'),
	]);
});

const VIN = '5YJ3E1EA7JF000316';
// No latitude is above 90, so a condition cannot use this position.
const [LATITUDE, LONGITUDE] = [113.377704, 52.516275];

const CHARGE = 'tractionbattery-stateofcharge';
const POSITION = 'location-preciselocation';
const VIN_SIGNAL = 'vehicleidentification-vin';

const UNUSABLE_SIGNALS = {
	[CHARGE]: { value: VIN, unit: 'percent' },
	[POSITION]: { latitude: LATITUDE, longitude: LONGITUDE },
	[VIN_SIGNAL]: { vin: VIN },
};

const CONDITIONS = [
	{ signal: CHARGE, when: 'below', value: 20, unit: '%' },
	{ signal: POSITION, when: 'enters', latitude: 52.5, longitude: 13.4, radius: 500 },
	{ signal: 'other', otherSignal: VIN_SIGNAL, field: 'vin', when: 'below', value: 20 },
];

describe('after an event with values that conditions cannot use, its copy, an ignored event and a forged event', () => {
	const withMake = (make: string) => ({
		eventId: randomUUID(),
		eventType: 'VEHICLE_STATE',
		data: {
			vehicle: { id: 'v-1', make },
			signals: Object.entries(UNUSABLE_SIGNALS).map(([code, body]) => ({ code, body })),
		},
	});
	const [event, ignored, forged] = [withMake('SKODA'), withMake('TESLA'), withMake('SKODA')];
	const signatures: string[] = [];
	let server: Awaited<ReturnType<typeof startTriggerServer>>;

	beforeAll(async () => {
		server = await startTriggerServer({
			nodeId: randomUUID(),
			runsExecutions: true,
			parameters: {
				events: ['VEHICLE_STATE', 'CONDITION_MET'],
				conditions: { values: CONDITIONS },
				filters: { makes: 'SKODA' },
			},
		});
		const send = async (sentEvent: object, token = TOKEN) => {
			const body = JSON.stringify(sentEvent);
			const signature = sign(body, token);
			signatures.push(signature);
			await server.post(body, { 'sc-signature': signature });
		};
		for (const sentEvent of [event, event, ignored]) await send(sentEvent);
		await send(forged, 'another-token');
		await server.emitted();
	});
	afterAll(async () => await server.close());

	test('the log names each unusable signal once, and the rejected delivery', () => {
		expect(server.log).toEqual([
			...Object.keys(UNUSABLE_SIGNALS).map((code) =>
				expect.stringContaining(`cannot evaluate the signal "${code}"`),
			),
			expect.stringContaining('rejected a delivery with 401 (signature_mismatch)'),
		]);
	});

	test.each([
		['copy', event, 'duplicate'],
		['ignored event', ignored, 'the filter Makes excludes TESLA'],
	])('the log names the %s once, at the level debug', (_what, { eventId }, reason) => {
		expect(server.logLines.filter(({ message }) => message.includes(eventId))).toMatchObject([
			{ level: 'debug', message: expect.stringContaining(reason) },
		]);
	});

	test('the log has no token, signature, VIN or position', () => {
		const text = inspect(server.logLines, { depth: Infinity });

		expect(signatures).toHaveLength(4);
		for (const secret of [TOKEN, ...signatures, VIN, String(LATITUDE), String(LONGITUDE)])
			expect(text).not.toContain(secret);
	});
});

test('an event ID with a line break stays on its line of the log', async () => {
	const server = await startTriggerServer({ parameters: { events: ['VEHICLE_ERROR'] } });
	try {
		await server.deliver({ ...eventFixture('state-as-delivered'), eventId: 'e-1\nforged line' });
		expect(server.logLines).toMatchObject([
			{ message: expect.stringContaining('no execution for event "e-1\\nforged line"') },
		]);
	} finally {
		await server.close();
	}
});

test.each<[string, INodeParameters, string]>([
	[
		'a filter whose expression has no result',
		{ filters: { vehicleIds: '={{ $vars.missing }}' } },
		"treats 'Filters → Vehicle IDs' as empty, because its expression has no result",
	],
	[
		'a field of a condition whose expression has no result',
		{
			events: ['CONDITION_MET'],
			conditions: {
				values: [{ signal: CHARGE, when: 'below', value: 20, resetAt: '={{ $vars.missing }}' }],
			},
		},
		"treats 'Condition 1 → Reset At' as empty, because its expression has no result",
	],
	[
		'a filter that no event can match',
		{ filters: { vehicleIds: '={{ "car-1 car-2" }}' } },
		'probably has a mistake: Each entry of the filter Vehicle IDs must be an ID, not "car-1 car-2"',
	],
])('the log of a published workflow names %s once', async (_what, parameters, text) => {
	const server = await startTriggerServer({ nodeId: randomUUID(), parameters });
	try {
		for (const eventId of ['e-1', 'e-2'])
			await server.deliver({ ...eventFixture('state-as-delivered'), eventId });
		const warnings = server.logLines.filter(({ level }) => level === 'warn');
		expect(warnings).toMatchObject([{ message: expect.stringContaining(text) }]);
	} finally {
		await server.close();
	}
});
