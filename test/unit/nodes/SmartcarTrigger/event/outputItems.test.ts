import { toOutputItems } from '../../../../../nodes/SmartcarTrigger/event/outputItems';
import type { EventFlags } from '../../../../../nodes/SmartcarTrigger/event/types';
import { eventFrom } from '../../../../support/eventFrom';
import { eventFixture } from '../../../../fixtures/eventFixtures';
import { event, parameters } from '../events';

const items = (fixtureName: string, changes = {}, flags: EventFlags = {}) =>
	toOutputItems({ event: event(fixtureName), flags }, parameters(changes));

const item = (fixtureName: string) => items(fixtureName)[0] ?? {};

/** The items for an event with these fields, whose trigger is the signal `a-b`. */
const itemsFor = (body: object, changes: object = {}) =>
	toOutputItems(
		{
			event: eventFrom({
				eventId: '1',
				eventType: 'VEHICLE_STATE',
				triggers: [{ type: 'SIGNAL_UPDATED', signal: 'A.B' }],
				...body,
			}),
			flags: {},
		},
		parameters({ ...changes }),
	);

test('returns signals by code, with ISO times and whether they changed', () => {
	expect(item('state-as-delivered')).toMatchObject({
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

test('puts the earlier reading of a failed signal into stale', () => {
	const signals = item('state-as-delivered').signals as Record<string, object>;

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

test('keeps what a signal says about its error, and when Smartcar stored it', () => {
	const error = {
		type: 'PERMISSION',
		code: 'UNKNOWN',
		title: 'Unknown',
		detail: 'Permission missing.',
		description: 'Deprecated. Use detail',
		resolution: { type: 'REAUTHENTICATE' },
	};
	const data = {
		signals: [
			{
				code: 'a-b',
				status: { value: 'ERROR', error },
				meta: { ingestedAt: '2026-04-02T10:30:00.000Z' },
			},
			{ code: 'c-d', body: { value: 1 }, meta: { ingestedAt: 1775125800000 } },
		],
	};

	expect(itemsFor({ data })[0]?.signals).toEqual({
		'a-b': {
			changed: true,
			failed: true,
			errorType: 'PERMISSION',
			errorCode: 'UNKNOWN',
			title: 'Unknown',
			detail: 'Permission missing.',
			resolution: 'REAUTHENTICATE',
			ingestedAt: '2026-04-02T10:30:00.000Z',
		},
		'c-d': {
			value: 1,
			ingestedAt: '2026-04-02T10:30:00.000Z',
			changed: false,
			failed: false,
		},
	});
});

test('marks a first delivery, in which all signals count as changed', () => {
	const codes = event('first-delivery-top-level').signals.map(({ code }) => code);

	expect(codes).not.toEqual([]);
	expect(item('first-delivery-top-level')).toMatchObject({
		firstDelivery: true,
		changedSignals: codes,
	});
	for (const { changed } of items('first-delivery-top-level', { itemPer: 'entry' }))
		expect(changed).toBe(true);
});

test('says of a changed signal without data, too, that its event is a first delivery', () => {
	const triggers = [{ type: 'FIRST_DELIVERY' }, { type: 'SIGNAL_UPDATED', signal: 'A.B' }];
	const data = { signals: [{ code: 'c-d', body: { value: 1 } }] };

	expect(itemsFor({ triggers, data }, { itemPer: 'entry' })).toMatchObject([
		{ code: 'c-d', firstDelivery: true },
		{ code: 'a-b', firstDelivery: true },
	]);
});

test('returns errors with the codes of their signals', () => {
	const message =
		"2023 Ford F-150 Lightning cannot be read: Smartcar can no longer sign in to the owner's account. Please reconnect your account.";

	expect(item('error-reference-page')).toMatchObject({
		message,
		errors: [
			{
				resolved: false,
				errorType: 'CONNECTED_SERVICES_ACCOUNT',
				errorCode: 'AUTHENTICATION_FAILED',
				message,
				resolution: 'REAUTHENTICATE',
				signals: ['location-preciselocation'],
			},
		],
	});
	expect(item('error-reference-page')).not.toHaveProperty('raw');
});

test('says which error is resolved', () => {
	const message = '2023 Ford F-150 Lightning can be read again: it can be reached.';

	expect(item('error-resolved')).toMatchObject({
		message,
		errors: [{ resolved: true, errorType: 'VEHICLE_STATE', errorCode: 'UNREACHABLE', message }],
	});
	expect(items('error-resolved', { itemPer: 'entry' })).toMatchObject([
		{ resolved: true, errorType: 'VEHICLE_STATE', errorCode: 'UNREACHABLE', message },
	]);
});

test('the message of an event with several errors has a line for each', () => {
	expect(item('error-oldest-capture').message).toMatch(
		/^.+ cannot be read \(the vehicle does not support this\)\..*\n.+ cannot be read \(a permission is missing\)\..*$/,
	);
});

test('the message has no line twice', () => {
	const [tires, doors] = ['wheel-tires', 'closure-doors'].map((code) => ({
		type: 'VEHICLE_STATE',
		code: 'ASLEEP',
		signals: [{ code }],
	}));
	const data = { vehicle: { make: 'BMW' }, errors: [tires, doors] };

	expect(itemsFor({ eventType: 'VEHICLE_ERROR', data })).toMatchObject([
		{ message: 'BMW cannot be read: it is asleep.', errors: [{}, {}] },
	]);
});

test.each([[[]], ['unknown format']])(
	'an event without a readable error has a message: %j',
	(errors) => {
		const data = { vehicle: { make: 'BMW' }, errors };

		expect(itemsFor({ eventType: 'VEHICLE_ERROR', data })).toMatchObject([
			{ message: 'BMW has an unknown error.', errors: [] },
		]);
	},
);

test('no field of an error can be taken for one of the event or of a signal', () => {
	const [error = {}] = items('error-reference-page', { itemPer: 'entry' });

	expect(error).toMatchObject({ eventType: 'VEHICLE_ERROR' });
	for (const name of ['type', 'code', 'state']) expect(error).not.toHaveProperty(name);
});

test.each(['state-as-delivered', 'error-reference-page'])(
	'an item of %s begins with what people read and ends with IDs',
	(fixture) => {
		const names = Object.keys(item(fixture));

		expect(names.slice(0, 2)).not.toContainEqual(expect.stringMatching(/id$/i));
		expect(names.slice(-7)).toEqual([
			'vehicleId',
			'userId',
			'externalUserId',
			'webhookName',
			'webhookId',
			'deliveryId',
			'eventId',
		]);
	},
);

test('shows the event as it came if the state of an error is not known', () => {
	const data = { errors: [{ code: 'ASLEEP', state: 'PENDING' }] };

	expect(itemsFor({ eventType: 'VEHICLE_ERROR', data })).toMatchObject([
		{
			message: 'A vehicle has an error with the unknown state PENDING (asleep).',
			errors: [{ errorCode: 'ASLEEP', resolved: undefined }],
			notUnderstood: ['data.errors.0.state: Expected ERROR or RESOLVED'],
			raw: { data },
		},
	]);
});

test('returns an event of another type in its raw form', () => {
	expect(item('legacy-event-version-2')).toMatchObject({
		eventType: 'eventBased',
		raw: eventFixture('legacy-event-version-2'),
	});
});

test('lists fields that were not understood, and adds the raw event', () => {
	const body = { eventId: '1', eventType: 'VEHICLE_STATE', data: { signals: 5 } };

	expect(toOutputItems({ event: eventFrom(body), flags: {} }, parameters())).toMatchObject([
		{ notUnderstood: ['data.signals: Expected a list'], raw: body },
	]);
});

test('returns the raw event if Simplify is off', () => {
	expect(items('state-as-delivered', { simplify: false })).toEqual([
		eventFixture('state-as-delivered'),
	]);
});

test('returns one item per signal, each with the vehicle', () => {
	expect(items('state-as-delivered', { itemPer: 'entry' })).toMatchObject([
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

test('returns one item per signal that matches the filters', () => {
	const filters = { signalCodes: ['charge-wattage'], signalMatch: 'present' };

	expect(items('state-as-delivered', { itemPer: 'entry', filters })).toMatchObject([
		{ code: 'charge-wattage' },
	]);
});

test('returns one item per error', () => {
	expect(items('error-oldest-capture', { itemPer: 'entry' })).toMatchObject([
		{
			errorCode: 'VEHICLE_NOT_CAPABLE',
			resolved: false,
			eventId: event('error-oldest-capture').eventId,
		},
		{ errorType: 'PERMISSION', signals: [] },
	]);
});

test('returns an item for an error that the filters cannot be applied to, beside those that match', () => {
	const errors = [{ type: 'SERVER', code: ['x'] }, { code: 'ASLEEP' }, { code: 'IN_MOTION' }];
	const changes = { itemPer: 'entry', filters: { errorCodes: ['ASLEEP'] } };

	expect(
		itemsFor({ eventType: 'VEHICLE_ERROR', triggers: [], data: { errors } }, changes),
	).toMatchObject([{ errorType: 'SERVER' }, { errorCode: 'ASLEEP' }]);
});

test('returns one item for an event of another type, whatever it contains', () => {
	const signals = ['a-b', 'c-d'].map((code) => ({ code, body: { value: 1 } }));

	expect(itemsFor({ eventType: 'NEW', data: { signals } }, { itemPer: 'entry' })).toEqual([
		expect.objectContaining({
			eventType: 'NEW',
			raw: expect.objectContaining({ data: { signals } }),
		}),
	]);
});

test('returns one item for an event without signals or errors', () => {
	const bare = eventFrom({ eventId: '1', eventType: 'VEHICLE_STATE', data: {} });

	expect(toOutputItems({ event: bare, flags: {} }, parameters({ itemPer: 'entry' }))).toMatchObject(
		[{ eventId: '1' }],
	);
});

test('flags an event that is out of order', () => {
	expect(items('state-as-delivered', {}, { outOfOrder: true })).toMatchObject([
		{ outOfOrder: true },
	]);
	expect(items('state-as-delivered', { simplify: false }, { outOfOrder: true })).toMatchObject([
		{ outOfOrder: true },
	]);
});

test('keeps all signals with the same code', () => {
	const limit = (type: string) => ({ code: 'charge-chargelimits', body: { type } });
	const data = { signals: [limit('global'), limit('location'), limit('connector')] };

	expect(itemsFor({ data })[0]?.signals).toEqual({
		'charge-chargelimits': expect.objectContaining({ type: 'global' }),
		'charge-chargelimits-2': expect.objectContaining({ type: 'location' }),
		'charge-chargelimits-3': expect.objectContaining({ type: 'connector' }),
	});
});

test('keeps a signal with the code __proto__', () => {
	const data = { signals: [{ code: '__proto__', body: { value: 1 } }] };

	expect(Object.entries(itemsFor({ data })[0]?.signals ?? {})).toEqual([
		['__proto__-2', expect.objectContaining({ value: 1 })],
	]);
});

test("in an item per signal our fields win, and the signal's are in body", () => {
	const body = { code: 'P0420', vehicleId: 'x', failed: true, webhookId: 'x', value: 1 };
	const data = { vehicle: { id: 'v-1' }, signals: [{ code: 'a-b', name: 'B', body }] };

	expect(itemsFor({ data }, { itemPer: 'entry' })).toEqual([
		expect.objectContaining({
			code: 'a-b',
			name: 'B',
			vehicleId: 'v-1',
			failed: false,
			webhookId: undefined,
			value: 1,
			body,
		}),
	]);
});

test('a signal without fields like ours has no body field', () => {
	const data = { signals: [{ code: 'a-b', body: { value: 1 } }] };

	expect(itemsFor({ data }, { itemPer: 'entry' })[0]).not.toHaveProperty('body');
});

test('returns an item without a value for a changed signal that the data lacks', () => {
	const data = { signals: [{ code: 'c-d', body: { value: 1 } }] };

	expect(itemsFor({ data }, { itemPer: 'entry', filters: { signalCodes: 'a-b' } })).toEqual([
		expect.objectContaining({ code: 'a-b', group: 'A', name: 'B', changed: true }),
	]);
});

test('returns no item for a changed signal that the data lacks and the filter excludes', () => {
	const data = { signals: [{ code: 'c-d', body: { value: 1 } }] };
	const filters = { signalCodes: 'c-d', signalMatch: 'present' };

	expect(itemsFor({ data }, { itemPer: 'entry', filters })).toEqual([
		expect.objectContaining({ code: 'c-d', value: 1 }),
	]);
});

test('returns one item for a changed signal that the event names twice and the data lacks', () => {
	const data = { triggers: [{ code: 'a-b', name: 'B', group: 'A' }], signals: [] };

	expect(itemsFor({ data }, { itemPer: 'entry' })).toEqual([
		expect.objectContaining({ code: 'a-b', group: 'A', name: 'B', changed: true }),
	]);
});

test('an event with a field that was not understood has the items that were chosen', () => {
	const data = {
		user: { externalId: 42 },
		signals: [{ code: 'a-b', body: { value: 1 } }],
	};

	expect(itemsFor({ data }, { itemPer: 'entry' })).toMatchObject([
		{
			code: 'a-b',
			value: 1,
			notUnderstood: ['data.user.externalId: Expected text'],
			raw: { data },
		},
	]);
});

test('only the first item of several signals has the raw event', () => {
	const data = {
		user: { externalId: 42 },
		signals: ['a-b', 'c-d', 'e-f'].map((code) => ({ code, body: { value: 1 } })),
	};

	const [first, ...others] = itemsFor({ data }, { itemPer: 'entry' });

	expect(first).toMatchObject({ code: 'a-b', raw: { data } });
	expect(others).toEqual([
		expect.objectContaining({ code: 'c-d', notUnderstood: first?.notUnderstood }),
		expect.objectContaining({ code: 'e-f', notUnderstood: first?.notUnderstood }),
	]);
	for (const item of others) expect(item).not.toHaveProperty('raw');
});

test('keeps the mode of the vehicle, and what an error says about its request and resolution', () => {
	const error = {
		type: 'CONNECTED_SERVICES_ACCOUNT',
		resolution: { type: 'REAUTHENTICATE', url: 'https://connect.example.com' },
		statusCode: 400,
		requestId: 'r-1',
	};
	const body = {
		eventType: 'VEHICLE_ERROR',
		data: { vehicle: { mode: 'simulated' }, errors: [error] },
	};

	expect(itemsFor(body)).toMatchObject([
		{
			vehicleMode: 'simulated',
			errors: [
				{
					resolution: 'REAUTHENTICATE',
					resolutionUrl: 'https://connect.example.com',
					statusCode: 400,
					requestId: 'r-1',
				},
			],
		},
	]);
});
