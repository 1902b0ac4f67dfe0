import { Fleet } from '../fleet/fleet';
import type { Vehicle } from '../fleet/types';
import { BMW, entryAt, TESLA } from './support/testSimulator';

const contentOf = ({ vehicles, users, connections, ids }: Fleet) => ({
	vehicles,
	users,
	connections,
	nextWebhookId: ids.webhook.uuid(),
});

describe('fleet', () => {
	it('depends only on its seed', () => {
		expect(contentOf(new Fleet(7, 40))).toEqual(contentOf(new Fleet(7, 40)));
		expect(contentOf(new Fleet(8, 40))).not.toEqual(contentOf(new Fleet(7, 40)));
	});

	it('changes in the same way for the same seed', () => {
		const stateAfterTicks = (seed: number) => {
			const fleet = new Fleet(seed, 5);
			for (let count = 0; count < 50; count++) fleet.tick();
			return fleet.vehicles.map(({ tires, odometerKm, battery, reachability }) => [
				tires,
				odometerKm,
				battery?.percent,
				reachability,
			]);
		};
		expect(stateAfterTicks(3)).toEqual(stateAfterTicks(3));
		expect(stateAfterTicks(3)).not.toEqual(stateAfterTicks(4));
	});

	it('has different UUIDs for all vehicles, users and connections', () => {
		const { vehicles, users, connections } = new Fleet(1, 200);
		const ids = [...vehicles, ...users, ...connections].map(({ id }) => id);
		expect(new Set(ids).size).toBe(ids.length);
		for (const id of ids)
			expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
	});

	it('has every powertrain and every source of battery capacity in five vehicles', () => {
		const { vehicles } = new Fleet(1, 5);
		expect(vehicles.map(({ powertrainType }) => powertrainType)).toEqual([
			'BEV',
			'BEV',
			'PHEV',
			'ICE',
			'HEV',
		]);
		const capacities = vehicles.flatMap(({ battery }) =>
			battery === null ? [] : [battery.capacity],
		);
		expect(capacities.map(({ chosen }) => chosen?.source ?? null)).toEqual([
			'SMARTCAR',
			null,
			'USER_SELECTED',
		]);
	});

	it('changes tire pressure, charge, fuel and reachability within bounds', () => {
		const fleet = new Fleet(1, 10);
		const changes = Array.from({ length: 200 }, () => fleet.tick()).flat();
		const codes = new Set(changes.flatMap(({ changedSignals }) => changedSignals));
		expect([...codes]).toEqual(
			expect.arrayContaining([
				'wheel-tires',
				'tractionbattery-stateofcharge',
				'charge-ischarging',
				'odometer-traveleddistance',
				'closure-islocked',
				'internalcombustionengine-fuellevel',
				'connectivitystatus-isasleep',
			]),
		);
		const transitions = new Set(changes.map(({ reachability: { from, to } }) => `${from}-${to}`));
		expect([...transitions]).toEqual(
			expect.arrayContaining([
				'online-asleep',
				'asleep-online',
				'online-unreachable',
				'unreachable-online',
			]),
		);
		for (const { tires, battery, fuel } of fleet.vehicles) {
			for (const kpa of Object.values(tires)) expect(kpa).toBeGreaterThanOrEqual(130);
			for (const percent of [battery?.percent ?? 50, fuel?.percent ?? 50]) {
				expect(percent).toBeGreaterThanOrEqual(3);
				expect(percent).toBeLessThanOrEqual(100);
			}
		}
	});

	it('returns the signals that a change affected, and records the time for each', () => {
		const fleet = new Fleet(1, 1);
		const vehicle = entryAt(fleet.vehicles, 0);
		const before = vehicle.reportedAt;
		const change = fleet.change(vehicle, (car) => {
			car.tires.frontLeft = 150;
		});
		expect(change.changedSignals).toEqual(['wheel-tires', 'diagnostics-tirepressure']);
		expect(vehicle.signalTimes.get('wheel-tires')).toBeGreaterThan(before);
		expect(vehicle.signalTimes.has('odometer-traveleddistance')).toBe(false);
		expect(fleet.change(vehicle, () => undefined).changedSignals).toEqual([]);
	});

	it('gives two vehicles one owner, also after new users were added or an owner was deleted', () => {
		const fleet = new Fleet(1, 2);
		for (let count = 0; count < 2; count++)
			fleet.connectNewVehicle({ externalId: null, mode: 'live', permissions: [] });
		const ownerOf = (vehicle: Vehicle) => fleet.connectionsOf(vehicle)[0]?.userId;
		const owners = [fleet.addVehicle(), fleet.addVehicle()].map(ownerOf);
		expect(new Set(owners).size).toBe(1);

		const first = fleet.addVehicle();
		fleet.users.splice(
			fleet.users.findIndex(({ id }) => id === ownerOf(first)),
			1,
		);
		const owner = ownerOf(fleet.addVehicle());
		expect(fleet.users.map(({ id }) => id)).toContain(owner);
	});

	it('rejects a battery capacity that is not available, and any capacity without a battery', () => {
		const fleet = new Fleet(1, 4);
		expect(() => fleet.selectCapacity(entryAt(fleet.vehicles, TESLA), 80)).toThrow(
			'not one of the available capacities',
		);
		expect(() => fleet.selectCapacity(entryAt(fleet.vehicles, BMW), 80)).toThrow(
			'no traction battery',
		);
	});
});
