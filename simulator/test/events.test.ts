import { eventFixture } from '../../test/fixtures/eventFixtures';
import { EventBuilder } from '../events/eventBuilder';
import { verifyEvent } from '../events/verifyEvent';
import { Fleet } from '../fleet/fleet';
import { isJsonObject, type JsonObject, type JsonValue } from '../json';
import { entryAt } from './support/testSimulator';

const fleet = new Fleet(1, 5);
const events = new EventBuilder(fleet);
const electric = entryAt(fleet.vehicles, 0);
const webhook = {
	id: 'a0000000-0000-4000-8000-000000000009',
	name: 'n8n',
	callbackUri: 'https://n8n.example/webhook',
	isEnabled: true,
	autoSubscribe: false,
	isVerified: true,
	verificationFailure: null,
	triggers: ['wheel-tires', 'tractionbattery-stateofcharge'],
	data: ['wheel-tires', 'odometer-traveleddistance'],
	createdAt: 0,
};

/** The paths of all fields. Entries of a list share a path, and bodies of signals are left out. */
function fieldPaths(value: JsonValue | undefined, path = ''): string[] {
	if (Array.isArray(value))
		return [...new Set(value.flatMap((entry) => fieldPaths(entry, `${path}[]`)))];
	if (!isJsonObject(value) || path.endsWith('.body')) return [path];
	return [
		...new Set(
			Object.entries(value).flatMap(([name, member]) => fieldPaths(member, `${path}.${name}`)),
		),
	];
}

/** The event as a receiver parses it. */
const asReceived = (event: JsonObject): JsonValue => JSON.parse(JSON.stringify(event));

/** Fields that some recorded deliveries lack. */
const OPTIONAL_FIELDS = ['.meta.sequence', '.meta.applicationId', '.data.user.externalId'];

const requiredFields = (event: JsonValue): string[] =>
	fieldPaths(event)
		.filter((path) => !OPTIONAL_FIELDS.includes(path))
		.sort();

describe('an event has the fields of the event in test/fixtures/events', () => {
	const notCharging = { type: 'VEHICLE_STATE', code: 'NOT_CHARGING' } as const;
	const notCapable = { type: 'COMPATIBILITY', code: 'VEHICLE_NOT_CAPABLE' } as const;
	const cases: Array<[fixtureName: string, event: JsonObject]> = [
		['verify-iso-time', verifyEvent(webhook, 'nQ4rT7yW2kLm8pXz')],
		['verify-version-2', verifyEvent(webhook, '7d2f1a90', true)],
		[
			'state-as-delivered',
			events.vehicleState(electric, {
				signals: ['vehicleidentification-vin', 'tractionbattery-stateofcharge', 'closure-islocked'],
				failed: { 'tractionbattery-stateofcharge': notCharging },
			}),
		],
		[
			'first-delivery-top-level',
			events.firstDelivery(electric, { signals: ['odometer-traveleddistance'] }),
		],
		[
			'error-dashboard-test',
			events.vehicleError(electric, {
				mode: 'TEST',
				errors: [{ ...notCapable, signals: ['wheel-tires'] }],
			}),
		],
	];

	it.each(cases)('%s', (fixtureName, event) => {
		expect(requiredFields(asReceived(event))).toEqual(requiredFields(eventFixture(fixtureName)));
	});
});

describe('content of events', () => {
	it('has a trigger that names the changed signal, or the first delivery', () => {
		expect(events.vehicleState(electric, { triggers: ['wheel-tires'] })).toMatchObject({
			triggers: [
				{ type: 'SIGNAL_UPDATED', signal: { name: 'Tires', code: 'wheel-tires', group: 'Wheel' } },
			],
		});
		expect(events.firstDelivery(electric)).toMatchObject({
			triggers: [{ type: 'FIRST_DELIVERY' }],
		});
	});

	it('has vehicle, owner, webhook and the signals of the webhook', () => {
		const event = events.vehicleState(electric, { webhook });
		expect(event).toMatchObject({
			eventType: 'VEHICLE_STATE',
			data: {
				user: { id: entryAt(fleet.users, 0).id },
				vehicle: { id: electric.id, make: 'SKODA', mode: 'live', powertrainType: 'BEV' },
				signals: [{ code: 'wheel-tires' }, { code: 'odometer-traveleddistance' }],
			},
			triggers: [{ signal: { code: 'wheel-tires' } }],
			meta: { webhookId: webhook.id, webhookName: 'n8n', mode: 'LIVE', signalCount: 2 },
		});
	});

	it('has an error for a signal without permission, one that the vehicle lacks, and one that the test lets fail', () => {
		const signals = ['internalcombustionengine-range', 'odometer-traveleddistance', 'wheel-tires'];
		const event = events.vehicleState(electric, {
			user: entryAt(fleet.users, 1),
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
		const eventForOwner = events.vehicleState(electric, {
			signals: ['internalcombustionengine-range'],
		});
		expect(eventForOwner.data).toMatchObject({
			signals: [{ status: { error: { code: 'VEHICLE_NOT_CAPABLE' } } }],
		});
	});

	it('has a sequence that never decreases', () => {
		const sequences = events
			.vehicleStates(50)
			.map(({ meta }) => (isJsonObject(meta) ? Number(meta.sequence) : NaN));
		expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
		expect(sequences.every((sequence) => sequence > 1_700_000_000_000)).toBe(true);
	});

	it('vehicleStates() builds events with different IDs, about one vehicle after the other', () => {
		const batch = events.vehicleStates(1_000);
		expect(new Set(batch.map(({ eventId }) => eventId)).size).toBe(1_000);
		const vehicleIds = batch.map(({ data }) =>
			isJsonObject(data) && isJsonObject(data.vehicle) ? data.vehicle.id : null,
		);
		const ids = fleet.vehicles.map(({ id }) => id);
		expect(vehicleIds.slice(0, 2 * ids.length)).toEqual([...ids, ...ids]);
	});

	it('throws for a user who is not connected, and for an unknown signal', () => {
		expect(() => events.vehicleState(electric, { user: entryAt(fleet.users, 2) })).toThrow(
			'not connected',
		);
		expect(() => events.vehicleState(electric, { signals: ['wheel-tire'] })).toThrow(
			"no signal 'wheel-tire'",
		);
	});
});
