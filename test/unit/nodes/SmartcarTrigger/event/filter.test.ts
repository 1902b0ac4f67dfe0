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
	['state-as-delivered', 'VEHICLE_STATE'],
	['first-delivery-top-level', 'VEHICLE_STATE'],
	['error-reference-page', 'VEHICLE_ERROR'],
	['error-resolved', 'VEHICLE_ERROR'],
	['legacy-event-version-2', 'OTHER'],
])('%s passes if only %s events are chosen', async (fixtureName, choice) => {
	const others = ['VEHICLE_STATE', 'VEHICLE_ERROR', 'OTHER'].filter((other) => other !== choice);

	expect(await dropReason(event(fixtureName), parameters({ events: [choice] }))).toBeUndefined();
	expect(await dropReason(event(fixtureName), parameters({ events: others }))).toContain(
		'does not listen',
	);
});

test.each([
	[
		'webhookIds',
		'state-as-delivered',
		'A0000000-0000-4000-8000-000000000001',
		'other',
		'another webhook',
	],
	[
		'vehicleIds',
		'state-as-delivered',
		'x, f0000000-0000-4000-8000-000000000001',
		'x',
		'another vehicle',
	],
	['makes', 'state-as-delivered', 'skoda', 'TESLA', 'another make'],
	['modes', 'state-as-delivered', ['LIVE'], ['TEST'], 'mode LIVE'],
	['modes', 'state-dashboard-test', ['TEST'], ['LIVE'], 'mode TEST'],
	[
		'signalCodes',
		'state-as-delivered',
		['tractionbattery-stateofcharge'],
		['charge-wattage'],
		'other signals',
	],
	[
		'otherSignalCodes',
		'state-as-delivered',
		'TractionBattery-StateOfCharge',
		'a-b',
		'other signals',
	],
	[
		'signalCodes',
		'state-oldest-capture',
		['internalcombustionengine-fuellevel'],
		['connectivitystatus-isonline'],
		'other signals',
	],
	[
		'errorTypes',
		'error-reference-page',
		['CONNECTED_SERVICES_ACCOUNT'],
		['PERMISSION'],
		'other errors',
	],
	['errorCodes', 'error-reference-page', ['AUTHENTICATION_FAILED'], ['ASLEEP'], 'other errors'],
	['otherErrorCodes', 'error-reference-page', 'authentication_failed', 'X', 'other errors'],
	['errorStates', 'error-resolved', ['RESOLVED'], ['ERROR'], 'other errors'],
])(
	'the filter %s lets %s pass for %j and drops it for %j',
	async (name, fixtureName, matching, other, reason) => {
		expect(
			await dropReason(event(fixtureName), parameters({ filters: { [name]: matching } })),
		).toBeUndefined();
		expect(
			await dropReason(event(fixtureName), parameters({ filters: { [name]: other } })),
		).toContain(reason);
	},
);

test('a signal that has not changed matches only with Is in the Event', async () => {
	const filters = { signalCodes: ['charge-wattage'] };

	expect(await dropReason(event('state-as-delivered'), parameters({ filters }))).toContain(
		'other signals',
	);
	expect(
		await dropReason(
			event('state-as-delivered'),
			parameters({ filters: { ...filters, signalMatch: 'present' } }),
		),
	).toBeUndefined();
});

test.each(['first-delivery-reference-page', 'first-delivery-top-level'])(
	'in the first delivery %s all signals match, unless first deliveries are skipped',
	async (fixtureName) => {
		const [signal] = event(fixtureName).signals;
		const filters = { signalCodes: [signal?.code ?? ''] };

		expect(await dropReason(event(fixtureName), parameters({ filters }))).toBeUndefined();
		expect(
			await dropReason(event(fixtureName), parameters({ filters: { skipFirstDeliveries: true } })),
		).toContain('first delivery');
	},
);

test('one error that matches all error filters is enough', async () => {
	expect(
		await dropReason(
			event('error-oldest-capture'),
			parameters({ filters: { errorTypes: ['PERMISSION'] } }),
		),
	).toBeUndefined();
	const both = { errorTypes: ['PERMISSION'], errorCodes: ['VEHICLE_NOT_CAPABLE'] };
	expect(await dropReason(event('error-oldest-capture'), parameters({ filters: both }))).toContain(
		'other errors',
	);
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
