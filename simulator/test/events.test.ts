import { EventBuilder } from '../events/eventBuilder';
import { Fleet } from '../fleet/fleet';
import { isJsonObject, type JsonObject, type JsonValue } from '../json';
import { fixture } from '../../test/fixtures/events';
import { at } from './support/testSimulator';

const fleet = new Fleet(1, 5);
const events = new EventBuilder(fleet);
const electric = at(fleet.vehicles, 0);
const combustion = at(fleet.vehicles, 3);
const webhook = {
	id: 'a0000000-0000-4000-8000-000000000009',
	name: 'n8n',
	callbackUri: 'https://n8n.example/webhook',
	errorCallbackUri: null,
	isEnabled: true,
	autoSubscribe: false,
	isVerified: true,
	triggers: ['wheel-tires', 'tractionbattery-stateofcharge'],
	data: ['wheel-tires', 'odometer-traveleddistance'],
	createdAt: 0,
};

/** Paths of all members, entries of a list taken together. Bodies of signals are their own matter. */
function memberPaths(value: JsonValue | undefined, path = ''): string[] {
	if (Array.isArray(value))
		return [...new Set(value.flatMap((entry) => memberPaths(entry, `${path}[]`)))];
	if (!isJsonObject(value) || path.endsWith('.body')) return [path];
	return [
		...new Set(
			Object.entries(value).flatMap(([name, member]) => memberPaths(member, `${path}.${name}`)),
		),
	];
}

/** As the receiver gets it. */
const overTheWire = (event: JsonObject): JsonValue => JSON.parse(JSON.stringify(event));

describe('events have exactly the members of the captured and documented ones', () => {
	const state = { signals: ['tractionbattery-stateofcharge', 'charge-wattage'] };
	const mixed = {
		signals: ['vehicleidentification-vin', 'tractionbattery-stateofcharge', 'closure-islocked'],
		failed: { 'tractionbattery-stateofcharge': { type: 'VEHICLE_STATE', code: 'NOT_CHARGING' } },
	} as const;
	const cases: Array<[number, string, JsonObject]> = [
		[1, 'VERIFY', events.verify(webhook, 'nQ4rT7yW2kLm8pXz')],
		[2, 'VERIFY with integer time', events.verify(webhook, '7d2f1a90', 'integerTime')],
		[3, 'VERIFY 2.0', events.verify(webhook, '7d2f1a90', 'legacy')],
		[
			4,
			'VEHICLE_STATE',
			events.vehicleState(electric, { ...mixed, signals: [...mixed.signals], sequence: null }),
		],
		[
			5,
			'VEHICLE_STATE newest',
			events.vehicleState(electric, { shape: 'newest', mode: 'TEST', signals: ['wheel-tires'] }),
		],
		[
			6,
			'VEHICLE_STATE of the specification',
			events.vehicleState(electric, {
				shape: 'spec',
				signals: ['charge-ischarging', 'internalcombustionengine-fuellevel'],
			}),
		],
		[
			7,
			'FIRST_DELIVERY of the specification',
			events.firstDelivery(electric, {
				shape: 'spec',
				signals: ['charge-ischarging'],
				sequence: null,
			}),
		],
		[
			8,
			'FIRST_DELIVERY',
			events.firstDelivery(electric, { signals: ['odometer-traveleddistance'], sequence: null }),
		],
		[
			9,
			'VEHICLE_STATE oldest',
			events.vehicleState(combustion, {
				shape: 'oldest',
				signals: ['internalcombustionengine-fuellevel', 'charge-ischarging'],
			}),
		],
		[
			10,
			'VEHICLE_STATE 3.0',
			events.vehicleState(electric, { shape: 'early', signals: ['tractionbattery-stateofcharge'] }),
		],
		[
			11,
			'VEHICLE_STATE abbreviated',
			events.vehicleState(electric, {
				shape: 'abbreviated',
				signals: ['charge-ischarging', 'tractionbattery-stateofcharge'],
			}),
		],
		[
			12,
			'VEHICLE_ERROR of the specification',
			events.vehicleError(electric, {
				shape: 'spec',
				errors: [{ type: 'CONNECTED_SERVICES_ACCOUNT', code: 'AUTHENTICATION_FAILED' }],
			}),
		],
		[
			13,
			'VEHICLE_ERROR newest',
			events.vehicleError(electric, {
				shape: 'newest',
				mode: 'TEST',
				errors: [{ type: 'COMPATIBILITY', code: 'VEHICLE_NOT_CAPABLE', signals: ['wheel-tires'] }],
			}),
		],
		[
			14,
			'VEHICLE_ERROR oldest',
			events.vehicleError(combustion, {
				shape: 'oldest',
				errors: [
					{
						type: 'COMPATIBILITY',
						code: 'VEHICLE_NOT_CAPABLE',
						signals: ['connectivitystatus-isasleep'],
					},
					{ type: 'PERMISSION', code: null },
				],
			}),
		],
		[15, 'VEHICLE_ERROR resolved', events.resolved(electric, { shape: 'spec' })],
		[16, 'event 2.0', events.legacy(electric, 'CHARGING_STARTED', webhook)],
	];

	it.each(cases)('E%i %s', (number, _name, event) => {
		expect(memberPaths(overTheWire(event)).sort()).toEqual(memberPaths(fixture(number)).sort());
	});

	it('and forms of triggers and times', () => {
		expect(
			events.vehicleState(electric, { ...state, triggers: ['wheel-tires'], at: 1_772_442_900_456 }),
		).toMatchObject({
			triggers: [
				{ type: 'SIGNAL_UPDATED', signal: { name: 'Tires', code: 'wheel-tires', group: 'Wheel' } },
			],
			meta: { deliveredAt: 1_772_442_900_456 },
		});
		expect(
			events.vehicleState(electric, { ...state, shape: 'oldest', triggers: ['wheel-tires'] }),
		).toMatchObject({
			triggers: [{ type: 'SIGNAL_UPDATED', signal: 'Wheel.Tires' }],
		});
		expect(
			events.vehicleState(electric, { ...state, shape: 'early', at: 1_772_442_900_456 }),
		).toMatchObject({
			meta: { deliveredAt: 1_772_442_900 },
		});
		expect(events.firstDelivery(electric, state)).toMatchObject({
			triggers: [{ type: 'FIRST_DELIVERY' }],
		});
		expect(events.firstDelivery(electric, { ...state, shape: 'spec' })).toMatchObject({
			data: { triggers: [{ code: 'FIRST_DELIVERY' }] },
		});
	});
});

describe('what events say', () => {
	it('names vehicle, owner, webhook and its signals', () => {
		const event = events.vehicleState(electric, { webhook });
		expect(event).toMatchObject({
			eventType: 'VEHICLE_STATE',
			data: {
				user: { id: at(fleet.users, 0).id },
				vehicle: { id: electric.id, make: 'SKODA', mode: 'live', powertrainType: 'BEV' },
				signals: [{ code: 'wheel-tires' }, { code: 'odometer-traveleddistance' }],
			},
			triggers: [{ signal: { code: 'wheel-tires' } }],
			meta: { webhookId: webhook.id, webhookName: 'n8n', mode: 'LIVE', signalCount: 2 },
		});
	});

	it('gives the failure of a signal: not capable, not granted, and on request with a stale value', () => {
		const signals = ['internalcombustionengine-range', 'odometer-traveleddistance', 'wheel-tires'];
		const event = events.vehicleState(electric, {
			user: at(fleet.users, 1),
			signals,
			failed: { 'odometer-traveleddistance': { type: 'UPSTREAM', code: 'NO_RESPONSE' } },
		});
		expect(event.data).toMatchObject({
			signals: [
				{ status: { value: 'ERROR', error: { type: 'PERMISSION', code: null } } },
				{
					body: { value: electric.odometerKm, unit: 'km' },
					status: { value: 'ERROR', error: { type: 'UPSTREAM', code: 'NO_RESPONSE' } },
				},
				{ status: { value: 'ERROR', error: { type: 'PERMISSION', code: null } } },
			],
		});
		const own = events.vehicleState(electric, { signals: ['internalcombustionengine-range'] });
		expect(own.data).toMatchObject({
			signals: [{ status: { error: { code: 'VEHICLE_NOT_CAPABLE' } } }],
		});
	});

	it('numbers them so that a later one is never lower', () => {
		const sequences = events
			.many(50)
			.map(({ meta }) => (isJsonObject(meta) ? Number(meta.sequence) : NaN));
		expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
		expect(sequences.every((sequence) => sequence > 1_700_000_000_000)).toBe(true);
	});

	it('makes many distinct ones, the cars in turn', () => {
		const made = events.many(1_000);
		expect(new Set(made.map(({ eventId }) => eventId)).size).toBe(1_000);
		const cars = new Set(
			made.map(({ data }) =>
				isJsonObject(data) && isJsonObject(data.vehicle) ? data.vehicle.id : null,
			),
		);
		expect(cars.size).toBe(5);
	});

	it('refuses a user who is not connected and a signal that no car has', () => {
		expect(() => events.vehicleState(electric, { user: at(fleet.users, 2) })).toThrow(
			'not connected',
		);
		expect(() => events.vehicleState(electric, { signals: ['wheel-tyres'] })).toThrow(
			"no signal 'wheel-tyres'",
		);
	});
});
