import { isJsonObject, type JsonObject } from '../../../simulator/json';
import { Random } from '../../../simulator/random';
import { startSimulator, type Simulator } from '../../../simulator/simulator';
import { APPLICATION } from '../../../tools/testEnvironment/credentials';
import {
	CHANGING_VEHICLES,
	FleetEvents,
	ODOMETER_LIMIT_KM,
	type FleetEvent,
} from '../../reliability/sending/fleetEvents';

const VEHICLES = 1_000;
const SETTLED_MS = 10_000;

let simulator: Simulator;
let fleet: FleetEvents;

beforeAll(async () => {
	simulator = await startSimulator({ ...APPLICATION, vehicles: 3 });
});

afterAll(async () => await simulator.close());

beforeEach(() => {
	jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
	fleet = new FleetEvents(simulator, VEHICLES, new Random(1, 'fleet'), 1);
});

afterEach(() => jest.useRealTimers());

const nextEvents = (count: number) => Array.from({ length: count }, () => fleet.next());

const nextOf = (vehicle: number): FleetEvent => {
	for (;;) {
		const event = fleet.next();
		if (event.vehicle === vehicle) return event;
	}
};

const bodyOf = (event: FleetEvent): JsonObject => {
	const body: unknown = JSON.parse(fleet.toRequest(event).body);
	if (!isJsonObject(body)) throw new Error('The body is no object');
	return body;
};

test('few events are vehicle errors, each of another vehicle', () => {
	const errors = nextEvents(2_000).filter(({ type }) => type === 'error');

	expect(errors.length).toBeGreaterThan(5);
	expect(errors.length).toBeLessThan(60);
	expect(new Set(errors.map(({ vehicle }) => vehicle)).size).toBe(errors.length);
	const [error] = errors;
	expect(error && bodyOf(error)).toMatchObject({
		eventId: error?.eventId,
		eventType: 'VEHICLE_ERROR',
		data: { errors: [{ code: 'UNREACHABLE', state: 'ERROR' }] },
	});
});

test('each vehicle has one of the first events, and random vehicles have the next ones', () => {
	const unchangingVehicles = (events: FleetEvent[]) =>
		new Set(events.map(({ vehicle }) => vehicle).filter((vehicle) => vehicle >= CHANGING_VEHICLES));

	const count = VEHICLES - CHANGING_VEHICLES;
	expect(unchangingVehicles(nextEvents(VEHICLES)).size).toBe(count);
	expect(unchangingVehicles(nextEvents(VEHICLES)).size).toBeLessThan(0.8 * count);
});

test('a tire changes only some time after n8n has acknowledged all events of the vehicle', () => {
	const first = nextOf(0);
	const second = nextOf(0);
	fleet.acknowledge(first);
	jest.advanceTimersByTime(SETTLED_MS);
	const third = nextOf(0);
	fleet.acknowledge(second);
	fleet.acknowledge(third);
	const fourth = nextOf(0);
	fleet.acknowledge(fourth);
	jest.advanceTimersByTime(SETTLED_MS);
	const fifth = nextOf(0);

	const events = [first, second, third, fourth, fifth];
	expect(events.map(({ hasLowTire }) => hasLowTire)).toEqual([true, true, true, true, false]);
});

test('a low tire is in the event of the vehicle', () => {
	const pressure = (event: FleetEvent) => {
		const { signals } = bodyOf(event).data as { signals: JsonObject[] };
		const { body } = signals.find(({ code }) => code === 'wheel-tires') as {
			body: { values: JsonObject[] };
		};
		return body.values.find(({ row, column }) => row === 0 && column === 0)?.tirePressure;
	};

	const event = nextOf(0);

	expect(pressure(event)).toBe(120);
	expect(pressure({ ...event, hasLowTire: false })).toBeGreaterThan(150);
});

test.each([
	['at', ODOMETER_LIMIT_KM, []],
	['above', ODOMETER_LIMIT_KM + 1, [['odometer-traveleddistance', '0 1 2 3 4']]],
])(
	'expects the alerts of a tire and of an odometer %s its limit',
	(_where, odometerKm, odometer) => {
		const [vehicle] = simulator.fleet.vehicles;
		if (!vehicle) throw new Error('The fleet has no vehicle');
		vehicle.odometerKm = odometerKm;
		const events = [true, true, false, true, false].map((hasLowTire, index): FleetEvent => ({
			...nextOf(0),
			eventId: String(index),
			hasLowTire,
		}));

		const alerts = fleet.expectedAlerts(events);

		expect(alerts.map(({ signal, eventIds }) => [signal, eventIds.join(' ')])).toEqual([
			...odometer,
			['wheel-tires', '0 1'],
			['wheel-tires', '3'],
		]);
		const { vehicle: sent } = bodyOf(nextOf(0)).data as { vehicle: JsonObject };
		expect(new Set(alerts.map(({ vehicleId }) => vehicleId))).toEqual(new Set([sent.id]));
	},
);

test('the tires of most vehicles never change', () => {
	const others = nextEvents(1_000).filter(({ vehicle }) => vehicle >= CHANGING_VEHICLES);

	expect(others.length).toBeGreaterThan(900);
	expect(others.some(({ hasLowTire }) => hasLowTire)).toBe(false);
});
