import { Answer } from '../../../../../nodes/SmartcarTrigger/answer';
import { parse } from '../../../../../nodes/SmartcarTrigger/stages/parse';
import { simplify } from '../../../../../nodes/SmartcarTrigger/stages/shape';
import { fixture } from '../../../../fixtures/events';

function item(number: number) {
	const event = parse(fixture(number));
	if (event instanceof Answer) throw new Error(JSON.stringify(event));
	return simplify(event);
}

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
		stale: { value: 7200, unit: 'watts', oemUpdatedAt: expect.any(String), retrievedAt: expect.any(String) },
	});
	expect(signals['closure-islocked']).toEqual({ changed: false, failed: true, errorType: 'PERMISSION' });
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
	const event = parse(body);

	expect(event instanceof Answer ? event : simplify(event)).toMatchObject({
		notUnderstood: ['data.signals: Expected a list'],
		raw: body,
	});
});
