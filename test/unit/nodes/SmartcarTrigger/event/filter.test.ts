import type { IDataObject } from 'n8n-workflow';
import { filterEvent } from '../../../../../nodes/SmartcarTrigger/event/filterEvent';
import { parseEvent } from '../../../../../nodes/SmartcarTrigger/event/parser';
import type { SmartcarEvent } from '../../../../../nodes/SmartcarTrigger/event/types';
import type { TriggerParameters } from '../../../../../nodes/SmartcarTrigger/parameters';
import { eventFrom } from '../../../../support/eventFrom';
import { event, parameters } from '../events';
import { replyOf } from '../replies';

/** A vehicle state with little in it besides these changes. */
const unusualEvent = (changes: object) =>
	eventFrom({
		eventId: '1',
		eventType: 'VEHICLE_STATE',
		triggers: [{ code: 'a-b' }],
		meta: { mode: 'LIVE', webhookId: 'w-1' },
		...changes,
	});

/** Why an event is dropped, or undefined if it passes. */
async function dropReason(smartcarEvent: SmartcarEvent, triggerParameters: TriggerParameters) {
	const reply = await replyOf(() => filterEvent(smartcarEvent, triggerParameters));
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
		'does not include',
	);
});

test.each([
	[
		'webhookIds',
		'state-as-delivered',
		'A0000000-0000-4000-8000-000000000001',
		'other',
		'the filter Webhook IDs excludes a0000000-0000-4000-8000-000000000001',
	],
	[
		'vehicleIds',
		'state-as-delivered',
		'x, f0000000-0000-4000-8000-000000000001',
		'x',
		'the filter Vehicle IDs excludes f0000000-0000-4000-8000-000000000001',
	],
	['makes', 'state-as-delivered', 'skoda', 'TESLA', 'the filter Makes excludes SKODA'],
	['modes', 'state-as-delivered', ['LIVE'], ['TEST'], 'the filter Event Modes excludes LIVE'],
	['modes', 'state-dashboard-test', ['TEST'], ['LIVE'], 'the filter Event Modes excludes TEST'],
	[
		'vehicleModes',
		'state-as-delivered',
		['live'],
		['simulated'],
		'the filter Vehicle Modes excludes live',
	],
	[
		'signalCodes',
		'state-as-delivered',
		['tractionbattery-stateofcharge'],
		['charge-wattage'],
		'the filter Signals excludes Battery Level',
	],
	[
		'signalCodes',
		'state-as-delivered',
		'TractionBattery.StateOfCharge',
		'a.b',
		'the filter Signals excludes Battery Level',
	],
	[
		'signalCodes',
		'state-oldest-capture',
		['internalcombustionengine-fuellevel'],
		['connectivitystatus-isonline'],
		'the filter Signals excludes Fuel Level',
	],
	[
		'errorTypes',
		'error-reference-page',
		['CONNECTED_SERVICES_ACCOUNT'],
		['PERMISSION'],
		'the filter Error Types excludes CONNECTED_SERVICES_ACCOUNT',
	],
	[
		'errorCodes',
		'error-reference-page',
		['AUTHENTICATION_FAILED'],
		['ASLEEP'],
		'the filter Error Codes excludes AUTHENTICATION_FAILED',
	],
	[
		'firstDeliveries',
		'first-delivery-top-level',
		'only',
		'skip',
		'the filter First Deliveries excludes first deliveries',
	],
	[
		'firstDeliveries',
		'state-as-delivered',
		'skip',
		'only',
		'the filter First Deliveries excludes all events except first deliveries',
	],
	[
		'errorStates',
		'error-resolved',
		['RESOLVED'],
		['ERROR'],
		'the filter Error States excludes RESOLVED',
	],
])(
	'the filter %s lets %s pass for %j and drops it for %j',
	async (name, fixtureName, matching, other, reason) => {
		const dropReasonFor = async (value: string | string[]) => {
			const changes = { filters: { [name]: value }, onlyOnChange: false };
			return await dropReason(event(fixtureName), parameters(changes));
		};
		expect(await dropReasonFor(matching)).toBeUndefined();
		expect(await dropReasonFor(other)).toBe(reason);
	},
);

test('Only When an Error Starts or Ends has to notice a state that Error States leaves out', async () => {
	const reasonWith = async (filters: IDataObject) =>
		await dropReason(event('error-resolved'), parameters({ filters }));

	expect(await reasonWith({ errorStates: ['ERROR'] })).toBeUndefined();
	expect(await reasonWith({ errorStates: ['ERROR'], errorTypes: ['PERMISSION'] })).toBe(
		'the filter Error Types excludes VEHICLE_STATE',
	);
	expect(await reasonWith({ errorStates: ['ERROR'], makes: ['KIA'] })).toBe(
		'the filter Makes excludes FORD',
	);
});

test('a line break in an event begins no line of the log', async () => {
	const filters = { makes: ['KIA'] };
	const vehicle = { make: 'X\n2026-11-27 | error | forged' };

	expect(await dropReason(unusualEvent({ data: { vehicle } }), parameters({ filters }))).toBe(
		'the filter Makes excludes X 2026-11-27 | error | forged',
	);
});

test.each([
	['at most five values', ['1', '2', '3', '4', '5', '6'], '1, 2, 3, 4, 5'],
	['at most 200 characters', ['x'.repeat(300)], 'x'.repeat(200)],
])('the reason names %s of an event', async (_what, codes, named) => {
	const triggers = codes.map((code) => ({ code }));
	const filters = { signalCodes: ['a-b'] };

	expect(await dropReason(unusualEvent({ triggers }), parameters({ filters }))).toBe(
		`the filter Signals excludes ${named}`,
	);
});

test('a signal that has not changed matches only with Is in the Event', async () => {
	const filters = { signalCodes: ['charge-wattage'] };

	expect(await dropReason(event('state-as-delivered'), parameters({ filters }))).toBe(
		'the filter Signals excludes Battery Level',
	);
	expect(
		await dropReason(
			event('state-as-delivered'),
			parameters({ filters: { ...filters, signalMatch: 'present' } }),
		),
	).toBeUndefined();
});

test.each([
	['LAND_ROVER', 'Land Rover'],
	['Land Rover', 'LAND_ROVER'],
	['MERCEDES-BENZ', 'mercedes benz'],
	['LAND_ROVER', 'landrover'],
	['SKODA', 'Škoda'],
	['CITROËN', 'Citroen'],
])('Makes lets the make %s pass for %s', async (make, wanted) => {
	const reasonFor = async (makes: string) =>
		await dropReason(
			unusualEvent({ data: { vehicle: { make } } }),
			parameters({ filters: { makes } }),
		);

	expect(await reasonFor(wanted)).toBeUndefined();
	expect(await reasonFor('Rover')).toBe(`the filter Makes excludes ${make}`);
});

test.each([
	['state-dashboard-test', '00000000-0000-4000-8000-000000000001'],
	['state-dashboard-test', 'wh_00000000-0000-4000-8000-000000000001'],
	['state-as-delivered', 'wh_a0000000-0000-4000-8000-000000000001'],
])(
	'Webhook IDs lets %s pass for %s, because only newer events have the prefix',
	async (fixtureName, webhookId) => {
		const reasonFor = async (webhookIds: string) =>
			await dropReason(event(fixtureName), parameters({ filters: { webhookIds } }));

		expect(await reasonFor(webhookId)).toBeUndefined();
		const sent = event(fixtureName).webhookId;
		expect(await reasonFor(`${webhookId}1`)).toBe(`the filter Webhook IDs excludes ${sent}`);
	},
);

test.each(['changed', 'present'])(
	'a changed signal that the data of the event lacks matches with Signal Match: %s',
	async (signalMatch) => {
		const changed = unusualEvent({ data: { signals: [{ code: 'c-d', body: { value: 1 } }] } });
		const filters = { signalCodes: ['a-b'], signalMatch };

		expect(await dropReason(changed, parameters({ filters }))).toBeUndefined();
	},
);

test.each(['first-delivery-reference-page', 'first-delivery-top-level'])(
	'in the first delivery %s all signals match',
	async (fixtureName) => {
		const [signal] = event(fixtureName).signals;
		const filters = { signalCodes: [signal?.code ?? ''] };

		expect(await dropReason(event(fixtureName), parameters({ filters }))).toBeUndefined();
	},
);

test.each(['skip', 'only'])('First Deliveries: %s leaves errors alone', async (firstDeliveries) => {
	const given = parameters({ filters: { firstDeliveries } });

	expect(await dropReason(event('error-resolved'), given)).toBeUndefined();
});

test.each<[string, object, IDataObject, string]>([
	[
		'a make',
		{ data: { vehicle: { id: 'v-1' } } },
		{ makes: 'KIA' },
		'the filter Makes excludes vehicles without a make',
	],
	[
		'an error code',
		{
			eventType: 'VEHICLE_ERROR',
			data: { errors: [{ state: 'ERROR' }, { type: 'VEHICLE_STATE', code: 'UNREACHABLE' }] },
		},
		{ errorCodes: ['ASLEEP'] },
		'the filter Error Codes excludes errors without a code, UNREACHABLE',
	],
	[
		'changed signals',
		{ triggers: [] },
		{ signalCodes: ['c-d'] },
		'the filter Signals excludes events without changed signals',
	],
	[
		'signals',
		{ triggers: [] },
		{ signalCodes: ['c-d'], signalMatch: 'present' },
		'the filter Signals excludes events without signals',
	],
	['a documented signal', {}, { signalCodes: ['c-d'] }, 'the filter Signals excludes a-b'],
])(
	'the reason names what an event has instead, or that it lacks %s',
	async (_what, changes, filters, reason) => {
		expect(await dropReason(unusualEvent(changes), parameters({ filters }))).toBe(reason);
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
	expect(await dropReason(event('error-oldest-capture'), parameters({ filters: both }))).toBe(
		'the filters Error Types and Error Codes exclude these errors',
	);
});

test('Error Codes: Permission lets errors of the type PERMISSION pass, which have no code', async () => {
	const errors = [{ type: 'PERMISSION', code: null, state: 'ERROR' }];
	const missing = eventFrom({
		eventId: '1',
		eventType: 'VEHICLE_ERROR',
		data: { vehicle: { id: 'v-1' }, errors },
	});
	const reasonFor = async (errorCodes: string[]) =>
		await dropReason(missing, parameters({ filters: { errorCodes } }));

	expect(await reasonFor(['PERMISSION'])).toBeUndefined();
	expect(await reasonFor(['ASLEEP'])).toBe('the filter Error Codes excludes PERMISSION');
});

test.each([
	['the vehicle', { data: { vehicle: 'v-1' } }, ['vehicleIds', 'makes', 'modes', 'vehicleModes']],
	['the vehicle ID', { data: { vehicle: { id: {} } } }, ['vehicleIds']],
	['the list of vehicles', { payload: { vehicles: {} } }, ['vehicleIds']],
	['an entry of that list', { payload: { vehicles: ['v-1'] } }, ['vehicleIds']],
	['the vehicle ID of an entry', { payload: { vehicles: [{ vehicleId: {} }] } }, ['vehicleIds']],
	['the make', { data: { vehicle: { make: 7 } } }, ['makes']],
	['the external user ID', { data: { user: { externalId: 42 } } }, []],
	['meta', { meta: 7 }, ['webhookIds', 'modes']],
	['the webhook ID', { meta: { webhookId: [], mode: 'LIVE' } }, ['webhookIds']],
	['the triggers', { triggers: 7 }, ['signalCodes']],
	['a trigger', { triggers: [7] }, ['signalCodes']],
	['a time of a signal', { data: { signals: [{ code: 'a-b', meta: { oemUpdatedAt: {} } }] } }, []],
])(
	'if %s cannot be read, only the filters on it let the event pass',
	async (_field, changes, expectedFilters) => {
		const passing: string[] = [];
		for (const filter of [
			'vehicleIds',
			'vehicleModes',
			'makes',
			'modes',
			'webhookIds',
			'signalCodes',
		])
			if (!(await dropReason(unusualEvent(changes), parameters({ filters: { [filter]: 'x' } }))))
				passing.push(filter);

		expect(passing.sort()).toEqual([...expectedFilters].sort());
	},
);

const SIGNAL_WITH_ODD_NAME = { data: { signals: [{ code: 'c-d', name: 7 }] } };
const SIGNAL_WITH_ODD_CODE = { data: { signals: [{ code: 7 }] } };

test.each<[string, object, IDataObject, boolean]>([
	['an odd name', SIGNAL_WITH_ODD_NAME, { firstDeliveries: 'only' }, false],
	['an odd name', SIGNAL_WITH_ODD_NAME, { signalCodes: 'x', signalMatch: 'present' }, false],
	['an odd code', SIGNAL_WITH_ODD_CODE, { firstDeliveries: 'only' }, false],
	['an odd code', SIGNAL_WITH_ODD_CODE, { signalCodes: 'x' }, false],
	['an odd code', SIGNAL_WITH_ODD_CODE, { signalCodes: 'x', signalMatch: 'present' }, true],
	['an odd type', { triggers: [{ type: 7, code: 'a-b' }] }, { firstDeliveries: 'only' }, true],
	['an odd type', { triggers: [{ type: 7, code: 'a-b' }] }, { signalCodes: 'x' }, true],
])('a signal with %s: %j passes %j: %s', async (_what, changes, filters, passes) => {
	const reason = await dropReason(unusualEvent(changes), parameters({ filters }));

	expect(reason === undefined).toBe(passes);
});

test.each<[IDataObject, IDataObject, boolean]>([
	[{ type: 7, state: 'RESOLVED' }, { errorStates: ['ERROR'] }, false],
	[{ type: 7, state: 'RESOLVED' }, { errorTypes: ['X'], errorStates: ['ERROR'] }, false],
	[{ type: 7, state: 'ERROR' }, { errorTypes: ['X'], errorStates: ['ERROR'] }, true],
	[{ type: 'A', code: 7 }, { errorTypes: ['X'] }, false],
	[{ type: 'A', code: 7 }, { errorCodes: ['X'] }, true],
	[{ type: 'A', code: 'B', state: 7 }, { errorCodes: ['X'] }, false],
	[{ type: 'A', code: 'B', state: 7 }, { errorStates: ['RESOLVED'] }, true],
])('an error %j passes %j: %s', async (error, filters, passes) => {
	const event = unusualEvent({ eventType: 'VEHICLE_ERROR', data: { errors: [error] } });
	const given = parameters({ filters, onlyOnChange: false });

	expect((await dropReason(event, given)) === undefined).toBe(passes);
});

test.each(['errorTypes', 'errorCodes', 'errorStates'])(
	'the filter %s lets an error that cannot be read pass, but not an event without errors',
	async (filter) => {
		const given = parameters({ filters: { [filter]: ['x'] } });
		const withErrors = (errors: unknown) =>
			unusualEvent({ eventType: 'VEHICLE_ERROR', data: { errors } });

		expect(await dropReason(withErrors('many'), given)).toBeUndefined();
		expect(await dropReason(withErrors([]), given)).toContain('excludes events without errors');
		expect(await dropReason(withErrors([]), parameters())).toBeUndefined();
	},
);

test.each(['vehicleIds', 'vehicleModes', 'makes', 'modes', 'webhookIds'])(
	'the filter %s applies to events of other types, but those on signals and errors do not',
	async (filter) => {
		const other = unusualEvent({ eventType: 'TRIP_ENDED' });
		const given = (filters: object) => parameters({ events: ['OTHER'], filters: { ...filters } });

		expect(await dropReason(other, given({ [filter]: 'x' }))).toContain('excludes');
		expect(
			await dropReason(other, given({ signalCodes: ['x'], errorCodes: ['x'] })),
		).toBeUndefined();
	},
);

test.each<[string, IDataObject, string | undefined]>([
	['one of its vehicles', { vehicleIds: 'v-2' }, undefined],
	['its webhook', { webhookIds: 'w-1' }, undefined],
	['its mode', { modes: ['TEST'] }, undefined],
	['another vehicle', { vehicleIds: 'v-3' }, 'the filter Vehicle IDs excludes v-1, v-2'],
	['another mode', { modes: ['LIVE'] }, 'the filter Event Modes excludes TEST'],
	['a make', { makes: 'KIA' }, 'the filter Makes excludes vehicles without a make'],
])(
	'filters an event of version 2.0 with a list of vehicles by %s',
	async (_what, filters, reason) => {
		const listing = parseEvent(
			{
				...{ version: '2.0', webhookId: 'w-1', eventName: 'schedule', mode: 'test' },
				payload: { vehicles: [{ vehicleId: 'v-1' }, { vehicleId: 'v-2' }] },
			},
			'hash',
		);

		expect(await dropReason(listing, parameters({ events: ['OTHER'], filters }))).toBe(reason);
	},
);

test('an event whose type cannot be read passes Events, but not one without a type', async () => {
	expect(await dropReason(unusualEvent({ eventType: 5 }), parameters())).toBeUndefined();
	expect(await dropReason(unusualEvent({ eventType: null }), parameters())).toContain(
		'does not include Any Other Event',
	);
});

test('the case of an event type does not matter', async () => {
	const lower = unusualEvent({ eventType: 'vehicle_state' });

	expect(lower.eventType).toBe('VEHICLE_STATE');
	expect(await dropReason(lower, parameters({ events: ['VEHICLE_STATE'] }))).toBeUndefined();
});

test.each([
	['VEHICLE_STATE', 'debug', 'the parameter Events does not include Vehicle State'],
	[
		'TRIP_ENDED',
		'info',
		'the parameter Events does not include Any Other Event, which covers the type "TRIP_ENDED"',
	],
])('a dropped event of type %s is logged at level %s', async (eventType, level, reason) => {
	const other = eventFrom({ eventId: '1', eventType });

	expect(await replyOf(() => filterEvent(other, parameters({ events: [] })))).toMatchObject({
		log: { level, message: expect.stringContaining(reason) },
	});
});

test.each([
	['an event without a mode is live', {}, 'modes', 'LIVE', 'TEST'],
	[
		'an event without a mode is a test if its vehicle has the mode test',
		{ data: { vehicle: { mode: 'test' } } },
		'modes',
		'TEST',
		'LIVE',
	],
	[
		'an error without a state is an ERROR',
		{ eventType: 'VEHICLE_ERROR', data: { errors: [{ code: 'ASLEEP' }] } },
		'errorStates',
		'ERROR',
		'RESOLVED',
	],
])('%s', async (_what, changes, filter, matching, other) => {
	const withoutField = unusualEvent({ meta: {}, ...changes });
	const reasonWith = async (entry: string) =>
		await dropReason(withoutField, parameters({ filters: { [filter]: [entry] } }));

	expect(await reasonWith(matching)).toBeUndefined();
	expect(await reasonWith(other)).toContain('excludes');
});
