import { batteryOf } from '../fleet/batteryOf';
import { Fleet } from '../fleet/fleet';
import { allPermissions } from '../fleet/permissions';
import type { Vehicle } from '../fleet/types';
import { readSignal } from '../signals/readSignal';
import { signalCatalog, signalDefinition } from '../signals/signalCatalog';
import { BMW, entryAt, TESLA } from './support/testSimulator';

const read = (vehicle: Vehicle, code: string) => {
	const { body, error } = readSignal(signalDefinition(code), vehicle, allPermissions);
	return error ?? body;
};

describe('signals', () => {
	it('are the 93 signals of the service, in all of its groups', () => {
		expect(signalCatalog.size).toBe(93);
		const groups = new Set([...signalCatalog.values()].map(({ group }) => group));
		expect([...groups].sort()).toEqual([
			'Charge',
			'Climate',
			'Closure',
			'ConnectivitySoftware',
			'ConnectivityStatus',
			'Diagnostics',
			'HVAC',
			'InternalCombustionEngine',
			'Location',
			'LowVoltageBattery',
			'Motion',
			'Odometer',
			'Service',
			'Surveillance',
			'TractionBattery',
			'Transmission',
			'VehicleIdentification',
			'VehicleUserAccount',
			'Wheel',
		]);
	});

	it('have an existing permission, and a value or an error for every vehicle', () => {
		const { vehicles } = new Fleet(1, 6);
		for (const definition of signalCatalog.values()) {
			expect(allPermissions).toContain(definition.permission);
			const readings = vehicles.map((vehicle) => readSignal(definition, vehicle, allPermissions));
			for (const { body, error } of readings) expect(body ?? error).not.toBeNull();
		}
	});

	it('fail in a vehicle without the battery or tank that they need', () => {
		const { vehicles } = new Fleet(1, 6);
		for (const definition of signalCatalog.values()) {
			for (const vehicle of vehicles) {
				const isMissing = { battery: vehicle.battery === null, tank: vehicle.fuel === null };
				if (definition.needs === null || !isMissing[definition.needs]) continue;
				const { error } = readSignal(definition, vehicle, allPermissions);
				expect(error).toEqual({ type: 'COMPATIBILITY', code: 'VEHICLE_NOT_CAPABLE' });
			}
		}
	});

	it('of charging follow the state of the battery', () => {
		const vehicle = entryAt(new Fleet(1, 2).vehicles, TESLA);
		const battery = batteryOf(vehicle);
		const charging = {
			isPluggedIn: true,
			isCharging: true,
			percent: 40,
			limitPercent: 80,
			wattage: 11_000,
		};
		Object.assign(battery, charging, { energyAddedKwh: 3.5, fullRangeKm: 500 });
		battery.capacity.chosen = { nominal: 50, source: 'SMARTCAR' };
		expect(read(vehicle, 'charge-timetocomplete')).toEqual({ value: 109 });
		expect(read(vehicle, 'charge-chargerate')).toEqual({ value: 110, unit: 'km/h' });
		expect(read(vehicle, 'charge-amperage')).toEqual({ value: 16, unit: 'ampere' });
		expect(read(vehicle, 'charge-energyadded')).toEqual({ value: 3.5, unit: 'kWh' });
		expect(read(vehicle, 'charge-ischargingportflapopen')).toEqual({ value: true });
		battery.isCharging = false;
		expect(read(vehicle, 'charge-timetocomplete')).toEqual({
			type: 'VEHICLE_STATE',
			code: 'NOT_CHARGING',
		});
		expect(read(vehicle, 'charge-amperage')).toEqual({ value: 0, unit: 'ampere' });
	});

	it('follow what a test changes in a vehicle', () => {
		const vehicle = entryAt(new Fleet(1, 4).vehicles, BMW);
		expect(read(vehicle, 'location-isathome')).toMatchObject({ type: 'COMPATIBILITY' });
		vehicle.equipment.home = { ...vehicle.location };
		expect(read(vehicle, 'location-isathome')).toEqual({ value: true });
		vehicle.location.latitude += 0.5;
		expect(read(vehicle, 'location-isathome')).toEqual({ value: false });
		vehicle.equipment.speedKph = 50;
		expect(read(vehicle, 'transmission-gearstate')).toEqual({ value: 'DRIVE' });
		vehicle.equipment.lowVoltagePercent = 20;
		expect(read(vehicle, 'lowvoltagebattery-status')).toEqual({ value: 'BAD' });
		if (vehicle.fuel === null) throw new Error('the vehicle has no fuel tank');
		vehicle.fuel.oilLifePercent = 90;
		expect(read(vehicle, 'diagnostics-mil')).toEqual({ status: 'OK', description: null });
		vehicle.fuel.oilLifePercent = 40;
		expect(read(vehicle, 'diagnostics-mil')).toMatchObject({ status: 'ALERT' });
		expect(read(vehicle, 'diagnostics-dtclist')).toEqual({
			values: [{ code: 'P0524', timestamp: null }],
		});
	});
});
