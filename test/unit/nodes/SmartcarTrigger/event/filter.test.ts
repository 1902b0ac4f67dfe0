import { filterEvent } from '../../../../../nodes/SmartcarTrigger/event/filter';
import { parseEvent } from '../../../../../nodes/SmartcarTrigger/event/parser';
import type { SmartcarEvent } from '../../../../../nodes/SmartcarTrigger/event/types';
import type { TriggerParameters } from '../../../../../nodes/SmartcarTrigger/parameters';
import { event, parameters } from '../events';
import { replyOf } from '../replies';

/** Why an event is dropped, or undefined if it passes. */
async function dropReason(tested: SmartcarEvent, given: TriggerParameters) {
	const reply = await replyOf(() => filterEvent(tested, given));
	return reply && 'reason' in reply.body ? reply.body.reason : undefined;
}

test.each([
	[4, 'VEHICLE_STATE'],
	[8, 'VEHICLE_STATE'],
	[12, 'VEHICLE_ERROR'],
	[15, 'VEHICLE_ERROR'],
	[16, 'OTHER'],
])('E%i passes if only %s events are chosen', async (number, choice) => {
	const others = ['VEHICLE_STATE', 'VEHICLE_ERROR', 'OTHER'].filter((other) => other !== choice);

	expect(await dropReason(event(number), parameters({ events: [choice] }))).toBeUndefined();
	expect(await dropReason(event(number), parameters({ events: others }))).toContain(
		'does not listen',
	);
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
	'the filter %s lets E%i pass for %j and drops it for %j',
	async (name, number, matching, other, reason) => {
		expect(
			await dropReason(event(number), parameters({ filters: { [name]: matching } })),
		).toBeUndefined();
		expect(await dropReason(event(number), parameters({ filters: { [name]: other } }))).toContain(
			reason,
		);
	},
);

test('a signal that has not changed matches only with Is in the Event', async () => {
	const filters = { signalCodes: ['charge-wattage'] };

	expect(await dropReason(event(4), parameters({ filters }))).toContain('other signals');
	expect(
		await dropReason(event(4), parameters({ filters: { ...filters, signalMatch: 'present' } })),
	).toBeUndefined();
});

test.each([7, 8])(
	'in the first delivery E%i all signals match, unless first deliveries are skipped',
	async (number) => {
		const [signal] = event(number).signals;
		const filters = { signalCodes: [signal?.code ?? ''] };

		expect(await dropReason(event(number), parameters({ filters }))).toBeUndefined();
		expect(
			await dropReason(event(number), parameters({ filters: { skipFirstDeliveries: true } })),
		).toContain('first delivery');
	},
);

test('one error that matches all error filters is enough', async () => {
	expect(
		await dropReason(event(14), parameters({ filters: { errorTypes: ['PERMISSION'] } })),
	).toBeUndefined();
	const both = { errorTypes: ['PERMISSION'], errorCodes: ['VEHICLE_NOT_CAPABLE'] };
	expect(await dropReason(event(14), parameters({ filters: both }))).toContain('other errors');
});

test('an event with fields that could not be read passes the filters', async () => {
	const odd = parseEvent({ eventId: '1', eventType: 'VEHICLE_STATE', data: { vehicle: 'v-1' } });

	expect(await dropReason(odd, parameters({ filters: { vehicleIds: 'v-2' } }))).toBeUndefined();
});

test.each([
	['VEHICLE_STATE', 'debug'],
	['TRIP_ENDED', 'info'],
])('a dropped event of type %s is logged at level %s', async (eventType, level) => {
	const other = parseEvent({ eventId: '1', eventType });

	expect(await replyOf(() => filterEvent(other, parameters({ events: [] })))).toMatchObject({
		log: { level, message: expect.stringContaining(`events of type "${eventType}"`) },
	});
});
