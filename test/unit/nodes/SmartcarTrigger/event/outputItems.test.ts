import type { Flags } from '../../../../../nodes/SmartcarTrigger/event/types';
import { shape } from '../../../../../nodes/SmartcarTrigger/event/outputItems';
import { fixture } from '../../../../fixtures/events';
import { event, parsed, settings } from '../events';

const items = (number: number, parameters = {}, flags: Flags = {}) =>
	shape({ event: event(number), flags }, settings(parameters));

const item = (number: number) => items(number)[0] ?? {};

test('gives signals by code, with what changed and ISO times', () => {
	expect(item(4)).toMatchObject({
		vehicleId: 'f0000000-0000-4000-8000-000000000001',
		make: 'SKODA',
		firstDelivery: false,
		changedSignals: ['tractionbattery-stateofcharge'],
		signals: {
			'tractionbattery-stateofcharge': {
				value: 61,
				unit: 'percent',
				oemUpdatedAt: '2026-03-02T09:13:20.000Z',
				changed: true,
				failed: false,
			},
			'vehicleidentification-vin': { value: 'TMBTESTVIN0000001', changed: false },
		},
	});
});

test('sets the old reading of a failed signal apart', () => {
	const signals = item(4).signals as Record<string, object>;

	expect(signals['charge-wattage']).toEqual({
		changed: false,
		failed: true,
		errorType: 'VEHICLE_STATE',
		errorCode: 'NOT_CHARGING',
		stale: {
			value: 7200,
			unit: 'watts',
			oemUpdatedAt: expect.any(String),
			retrievedAt: expect.any(String),
		},
	});
	expect(signals['closure-islocked']).toEqual({
		changed: false,
		failed: true,
		errorType: 'PERMISSION',
	});
});

test('marks a first delivery, in which nothing changed', () => {
	expect(item(8)).toMatchObject({ firstDelivery: true, changedSignals: [] });
});

test('gives errors with the codes of their signals', () => {
	expect(item(12)).toMatchObject({
		errors: [
			{
				type: 'CONNECTED_SERVICES_ACCOUNT',
				code: 'AUTHENTICATION_FAILED',
				state: 'ERROR',
				resolution: 'REAUTHENTICATE',
				signals: ['location-preciselocation'],
			},
		],
	});
	expect(item(12)).not.toHaveProperty('raw');
});

test('gives an event of another type as it was delivered', () => {
	expect(item(16)).toMatchObject({ eventType: 'eventBased', raw: fixture(16) });
});

test('gives what was not understood, and the event as it was delivered', () => {
	const body = { eventId: '1', eventType: 'VEHICLE_STATE', data: { signals: 5 } };

	expect(shape({ event: parsed(body), flags: {} }, settings())).toMatchObject([
		{ notUnderstood: ['data.signals: Expected a list'], raw: body },
	]);
});

test('gives the event as it was delivered when it is not to be simplified', () => {
	expect(items(4, { simplify: false })).toEqual([fixture(4)]);
});

test('gives one item for each signal, with what the event is about', () => {
	expect(items(4, { itemPer: 'entry' })).toMatchObject([
		{
			code: 'vehicleidentification-vin',
			value: 'TMBTESTVIN0000001',
			changed: false,
			make: 'SKODA',
		},
		{
			code: 'tractionbattery-stateofcharge',
			group: 'TractionBattery',
			value: 61,
			unit: 'percent',
			changed: true,
		},
		{ code: 'charge-wattage', failed: true, stale: { value: 7200 } },
		{ code: 'closure-islocked', failed: true, errorType: 'PERMISSION' },
	]);
});

test('of one item for each signal gives only those that the filters let pass', () => {
	const filters = { signalCodes: ['charge-wattage'], signalMatch: 'present' };

	expect(items(4, { itemPer: 'entry', filters })).toMatchObject([{ code: 'charge-wattage' }]);
});

test('gives one item for each error', () => {
	expect(items(14, { itemPer: 'entry' })).toMatchObject([
		{ code: 'VEHICLE_NOT_CAPABLE', state: 'ERROR', eventId: event(14).eventId },
		{ type: 'PERMISSION', signals: [] },
	]);
});

test('an event without signals and errors is still one item', () => {
	const bare = parsed({ eventId: '1', eventType: 'VEHICLE_STATE', data: {} });

	expect(shape({ event: bare, flags: {} }, settings({ itemPer: 'entry' }))).toMatchObject([
		{ eventId: '1' },
	]);
});

test('flags an event that came out of order, and gives only the errors that have changed', () => {
	expect(items(4, {}, { outOfOrder: true })).toMatchObject([{ outOfOrder: true }]);
	expect(items(4, { simplify: false }, { outOfOrder: true })).toMatchObject([{ outOfOrder: true }]);
	expect(items(14, {}, { changedErrors: [1] })).toMatchObject([
		{ errors: [{ type: 'PERMISSION' }] },
	]);
	expect(items(14, {}, { changedErrors: [1] })[0]?.errors).toHaveLength(1);
});
