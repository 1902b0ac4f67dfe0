import { select } from '../../../../../nodes/SmartcarTrigger/event/filter';
import { event, parsed, settings } from '../events';

test.each([
	[4, 'VEHICLE_STATE'],
	[8, 'VEHICLE_STATE'],
	[12, 'VEHICLE_ERROR'],
	[15, 'VEHICLE_ERROR'],
	[16, 'OTHER'],
])('E%i is wanted by those who chose %s alone', (number, choice) => {
	const others = ['VEHICLE_STATE', 'VEHICLE_ERROR', 'OTHER'].filter((other) => other !== choice);

	expect(select(event(number), settings({ events: [choice] }))).toBeUndefined();
	expect(select(event(number), settings({ events: others }))).toContain('does not listen');
});

test.each([
	['webhookIds', 4, 'A0000000-0000-4000-8000-000000000001', 'other', 'another webhook'],
	['vehicleIds', 4, 'x, f0000000-0000-4000-8000-000000000001', 'x', 'another vehicle'],
	['makes', 4, 'skoda', 'TESLA', 'another make'],
	['modes', 4, ['LIVE'], ['TEST'], 'mode LIVE'],
	['modes', 5, ['TEST'], ['LIVE'], 'mode TEST'],
	['signalCodes', 4, ['tractionbattery-stateofcharge'], ['charge-wattage'], 'other signals'],
	['otherSignalCodes', 4, 'TractionBattery-StateOfCharge', 'a-b', 'other signals'],
	[
		'signalCodes',
		9,
		['internalcombustionengine-fuellevel'],
		['connectivitystatus-isonline'],
		'other signals',
	],
	['errorTypes', 12, ['CONNECTED_SERVICES_ACCOUNT'], ['PERMISSION'], 'other errors'],
	['errorCodes', 12, ['AUTHENTICATION_FAILED'], ['ASLEEP'], 'other errors'],
	['otherErrorCodes', 12, 'authentication_failed', 'X', 'other errors'],
	['errorStates', 15, ['RESOLVED'], ['ERROR'], 'other errors'],
])(
	'the filter %s of E%i lets %j pass and leaves out %j',
	(name, number, wanted, unwanted, reason) => {
		expect(select(event(number), settings({ filters: { [name]: wanted } }))).toBeUndefined();
		expect(select(event(number), settings({ filters: { [name]: unwanted } }))).toContain(reason);
	},
);

test('a signal that is there but has not changed counts only if that was asked for', () => {
	const filters = { signalCodes: ['charge-wattage'] };

	expect(select(event(4), settings({ filters }))).toContain('other signals');
	expect(
		select(event(4), settings({ filters: { ...filters, signalMatch: 'present' } })),
	).toBeUndefined();
});

test.each([7, 8])(
	'in the first delivery E%i every signal is news, unless first deliveries are skipped',
	(number) => {
		const [signal] = event(number).signals;
		const filters = { signalCodes: [signal?.code ?? ''] };

		expect(select(event(number), settings({ filters }))).toBeUndefined();
		expect(select(event(number), settings({ filters: { skipFirstDeliveries: true } }))).toContain(
			'first delivery',
		);
	},
);

test('one matching error is enough, and it has to match in everything that was asked for', () => {
	expect(select(event(14), settings({ filters: { errorTypes: ['PERMISSION'] } }))).toBeUndefined();
	const both = { errorTypes: ['PERMISSION'], errorCodes: ['VEHICLE_NOT_CAPABLE'] };
	expect(select(event(14), settings({ filters: both }))).toContain('other errors');
});

test('what could not be read in full passes the filters: it cannot be judged', () => {
	const odd = parsed({ eventId: '1', eventType: 'VEHICLE_STATE', data: { vehicle: 'v-1' } });

	expect(select(odd, settings({ filters: { vehicleIds: 'v-2' } }))).toBeUndefined();
});
