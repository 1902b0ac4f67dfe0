import type { IDataObject } from 'n8n-workflow';
import { problemWithFields } from '../../../../../nodes/SmartcarTrigger/event/unreadableField';
import { eventFrom } from '../../../../support/eventFrom';
import { eventFixture, VEHICLE_EVENT_FIXTURES } from '../../../../fixtures/eventFixtures';

const state = (data: IDataObject) => eventFrom({ eventId: '1', eventType: 'VEHICLE_STATE', data });

test.each([...VEHICLE_EVENT_FIXTURES, 'legacy-event-version-2'])(
	'understands all fields of %s and keeps the raw event',
	(fixtureName) => {
		const event = eventFrom(eventFixture(fixtureName));

		expect(event.notUnderstood).toEqual([]);
		expect(event.raw).toEqual(eventFixture(fixtureName));
		expect(event.eventId).toMatch(/^[\da-f-]+$/);
	},
);

test('reads an event as Smartcar delivers it', () => {
	const event = eventFrom(eventFixture('state-as-delivered'));

	expect(event).toMatchObject({
		eventType: 'VEHICLE_STATE',
		vehicle: {
			id: 'f0000000-0000-4000-8000-000000000001',
			make: 'SKODA',
			year: 2024,
			mode: 'live',
		},
		triggers: [
			{ type: 'SIGNAL_UPDATED', code: 'tractionbattery-stateofcharge', group: 'TractionBattery' },
		],
		user: { id: 'b0000000-0000-4000-8000-000000000001' },
		mode: 'LIVE',
		deliveredAt: '2026-03-02T09:15:00.456Z',
		webhookId: 'a0000000-0000-4000-8000-000000000001',
		webhookName: 'n8n',
		deliveryId: 'd0000000-0000-4000-8000-000000000004',
	});
	expect(event.vehicle.powertrainType).toBeUndefined();
	expect(event.signals.map(({ code, error }) => [code, error])).toEqual([
		['vehicleidentification-vin', undefined],
		['tractionbattery-stateofcharge', undefined],
		['charge-wattage', { type: 'VEHICLE_STATE', code: 'NOT_CHARGING' }],
		['closure-islocked', { type: 'PERMISSION' }],
	]);
	expect(event.signals[0]?.oemUpdatedAt).toBeUndefined();
	expect(event.signals[1]).toMatchObject({
		body: { value: 61 },
		retrievedAt: '2026-03-02T09:14:55.000Z',
	});
});

test.each<[string, IDataObject[string]]>([
	['text', 'UNAVAILABLE'],
	['an object without an error', { value: 'UNAVAILABLE' }],
])('a signal whose status is %s names it as the reason', (_what, status) => {
	const { signals } = state({ signals: [{ code: 'wheel-tires', status }] });

	expect(signals[0]?.error).toEqual({ code: 'UNAVAILABLE' });
});

test.each(['state-dashboard-test', 'state-reference-page'])(
	'reads the sequence of %s',
	(fixtureName) => {
		expect(eventFrom(eventFixture(fixtureName)).sequence).toEqual(expect.any(Number));
	},
);

test('reads triggers inside data and fetchedAt', () => {
	const event = eventFrom(eventFixture('state-reference-page'));

	expect(event.triggers).toEqual([
		{ type: 'SIGNAL_UPDATED', code: 'charge-ischarging', name: 'IsCharging', group: 'Charge' },
	]);
	expect(event.signals[0]?.retrievedAt).toBe('2026-03-02T09:13:22.000Z');
	expect(event.signals[1]?.error).toEqual({ type: 'COMPATIBILITY', code: 'VEHICLE_NOT_CAPABLE' });
});

test.each(['first-delivery-reference-page', 'first-delivery-top-level'])(
	'recognizes the first delivery %s',
	(fixtureName) => {
		expect(eventFrom(eventFixture(fixtureName)).triggers).toEqual([{ type: 'FIRST_DELIVERY' }]);
	},
);

test('reads dotted names of signals', () => {
	expect(eventFrom(eventFixture('state-oldest-capture')).triggers[0]?.code).toBe(
		'internalcombustionengine-fuellevel',
	);
	expect(eventFrom(eventFixture('state-abbreviated')).triggers[0]?.code).toBe('charge-ischarging');
	expect(
		eventFrom(eventFixture('state-abbreviated')).signals.map(({ code, body }) => [code, body]),
	).toEqual([
		['charge-ischarging', { value: true }],
		['tractionbattery-stateofcharge', { value: 55 }],
	]);
	expect(
		eventFrom(eventFixture('error-oldest-capture')).errors[0]?.signals.map(({ code }) => code),
	).toEqual(['vehicleidentification-nickname', 'connectivitystatus-isasleep']);
});

test('reads 10-digit times as seconds', () => {
	expect(eventFrom(eventFixture('state-version-3')).deliveredAt).toBe('2025-02-19T21:20:00.000Z');
});

test('reads errors with a null resolution, without a resolution, and resolved errors', () => {
	expect(eventFrom(eventFixture('error-dashboard-test')).errors[0]).toMatchObject({
		code: 'VEHICLE_NOT_CAPABLE',
		resolution: undefined,
	});
	expect(eventFrom(eventFixture('error-oldest-capture')).errors[1]).toMatchObject({
		type: 'PERMISSION',
		resolution: 'REAUTHENTICATE',
		signals: [],
	});
	expect(eventFrom(eventFixture('error-oldest-capture')).errors[1]?.code).toBeUndefined();
	expect(eventFrom(eventFixture('error-resolved')).errors[0]).toMatchObject({
		state: 'RESOLVED',
		code: 'UNREACHABLE',
	});
});

test.each([
	['resolved', 'RESOLVED', []],
	[' ', undefined, []],
	['Cleared', 'CLEARED', ['data.errors.0.state: Expected ERROR or RESOLVED']],
	[5, undefined, ['data.errors.0.state: Expected text']],
])('reads the state %j of an error', (sent, expected, notUnderstood) => {
	const data = { errors: [{ code: 'ASLEEP', state: sent }] };
	const read = eventFrom({ eventId: '1', eventType: 'VEHICLE_ERROR', data });

	expect(read.errors[0]?.state).toBe(expected);
	expect(read.notUnderstood).toEqual(notUnderstood);
});

test('reads an event of version 2.0', () => {
	expect(eventFrom(eventFixture('legacy-event-version-2'))).toMatchObject({
		eventId: 'ea000000-0000-4000-8000-000000000001',
		eventType: 'eventBased',
		vehicle: { id: 'f0000000-0000-4000-8000-000000000006' },
		webhookId: 'a0000000-0000-4000-8000-000000000003',
		mode: 'LIVE',
	});
});

test('reads the vehicle ID at the top level if there is no vehicle', () => {
	const { vehicle } = eventFrom({ eventId: '1', eventType: 'VEHICLE_STATE', vehicleId: 'v-1' });

	expect(vehicle).toEqual({ id: 'v-1' });
});

test.each([
	[undefined, false],
	[{}, false],
	[{ value: 'SUCCESS' }, false],
	[{ value: ' SUCCESS ' }, false],
	[{ value: 'ERROR' }, true],
	[{ value: 'UNAVAILABLE' }, true],
	[{ error: { type: 'PERMISSION', code: null } }, true],
	['ERROR', true],
	['Success', false],
	['', false],
	[' ', false],
	[{ value: '' }, false],
	[{ value: ' ' }, false],
	[{ value: '', error: { type: 'PERMISSION' } }, true],
	[{ value: 'success' }, false],
])('a signal with the status %j has failed: %s', (status, failed) => {
	const [signal] = state({ signals: [{ code: 'a-b', body: { value: 1 }, status }] }).signals;

	expect(signal?.error !== undefined).toBe(failed);
});

test('leaves out and names fields it cannot read, and keeps the others', () => {
	const event = state({
		vehicle: { id: 'v-1', year: 'unknown', make: 'KIA' },
		signals: [
			{ code: 'a-b', body: { value: 1 }, meta: { oemUpdatedAt: 'yesterday' } },
			7,
			{ body: {} },
		],
		triggers: 'all',
	});

	expect(event.vehicle).toMatchObject({ id: 'v-1', make: 'KIA' });
	expect(event.signals).toMatchObject([{ code: 'a-b', body: { value: 1 } }]);
	expect(event.notUnderstood).toEqual([
		expect.stringMatching(/^data\.vehicle\.year: /),
		'data.triggers: Expected a list',
		'data.signals.0.meta.oemUpdatedAt: Expected a point in time',
		'data.signals.1: Expected an object',
		'data.signals.1: Expected the code of a signal',
		'data.signals.2: Expected the code of a signal',
	]);
});

test('lists a thousand fields that it cannot read, and says that there are more', () => {
	const { notUnderstood } = state({ triggers: Array.from({ length: 50_000 }, () => 1) });

	expect(notUnderstood).toHaveLength(1_001);
	expect(notUnderstood.at(-1)).toBe('data: More than 1000 fields could not be read');
	expect(problemWithFields({ notUnderstood }, ['data.vehicle.id'])).toBe(notUnderstood.at(-1));
});

test('reads a signal with the code __proto__', () => {
	const event = state({ signals: [{ code: '__proto__', body: { value: 1 } }] });

	expect(event.signals[0]?.code).toBe('__proto__');
});

test('reads meta inside data', () => {
	const event = state({ meta: { sequence: 3, mode: 'TEST', webhookId: 'w-1' } });

	expect(event).toMatchObject({ sequence: 3, mode: 'TEST', webhookId: 'w-1', notUnderstood: [] });
});

test.each([
	{ errors: [{ code: 'UNREACHABLE' }] },
	{ data: { error: { code: 'UNREACHABLE' } } },
	{ data: { errors: null } },
])('a vehicle error whose errors are elsewhere is not understood: %j', (body) => {
	const event = eventFrom({ eventId: 'e-1', eventType: 'VEHICLE_ERROR', ...body });

	expect(event.notUnderstood).toEqual(['data.errors: Expected a list']);
});

test('the mode is in upper case', () => {
	expect(eventFrom({ eventId: 'e-1', meta: { mode: 'test' } }).mode).toBe('TEST');
});

test.each([0, -1, '0'])('a time of %j is missing', (oemUpdatedAt) => {
	const event = eventFrom({
		eventId: 'e-1',
		data: { signals: [{ code: 'a-b', body: { value: 1 }, meta: { oemUpdatedAt } }] },
	});

	expect(event.signals).toMatchObject([{ code: 'a-b', oemUpdatedAt: undefined }]);
	expect(event.notUnderstood).toEqual([]);
});
