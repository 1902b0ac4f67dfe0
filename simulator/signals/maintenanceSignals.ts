import { isOilWorn, isTirePressureLow, troubleCodes } from '../fleet/vehicleStatus';
import type { JsonObject } from '../json';
import { batterySignal, signal, type SignalDefinition, fuelSignal } from './signalDefinition';

const HEALTHY = { status: 'OK', description: null } as const;

/** Systems that never have a problem in the simulator. */
const healthySystems = [
	'ABS',
	'ActiveSafety',
	'Airbag',
	'BrakeFluid',
	'DriverAssistance',
	'Lighting',
	'Telematics',
	'TirePressureMonitoring',
	'Transmission',
	'WasherFluid',
];
const healthyBatterySystems = ['EVBatteryConditioning', 'EVCharging', 'EVDriveUnit', 'EVHVBattery'];
const healthyFuelSystems = ['Emissions', 'OilPressure', 'OilTemperature', 'WaterInFuel'];

/** Signals of diagnostics and service. */
export const maintenanceSignals: SignalDefinition[] = [
	signal('Diagnostics', 'TirePressure', 'read_diagnostics', (vehicle) => ({
		body: isTirePressureLow(vehicle) ? alert('Tire pressure low') : HEALTHY,
	})),
	fuelSignal('Diagnostics', 'OilLife', 'read_diagnostics', (fuel) => ({
		body: isOilWorn(fuel) ? alert('Oil change due') : HEALTHY,
	})),
	signal('Diagnostics', 'MIL', 'read_diagnostics', ({ fuel }) => ({
		body: isOilWorn(fuel) ? alert('Check engine') : HEALTHY,
	})),
	signal('Diagnostics', 'DTCCount', 'read_diagnostics', (vehicle) => ({
		body: { value: troubleCodes(vehicle).length, unit: 'count' },
	})),
	signal('Diagnostics', 'DTCList', 'read_diagnostics', (vehicle) => ({
		body: { values: troubleCodes(vehicle) },
	})),
	...healthySystems.map((name) =>
		signal('Diagnostics', name, 'read_diagnostics', () => ({ body: HEALTHY })),
	),
	...healthyBatterySystems.map((name) =>
		batterySignal('Diagnostics', name, 'read_diagnostics', () => ({ body: HEALTHY })),
	),
	...healthyFuelSystems.map((name) =>
		fuelSignal('Diagnostics', name, 'read_diagnostics', () => ({ body: HEALTHY })),
	),
	signal('Service', 'IsInService', 'read_service_history', ({ equipment }) => ({
		body: { value: equipment.isInService },
	})),
	signal('Service', 'Records', 'read_service_history', () => ({
		body: {
			values: [
				{
					id: 'service_000001',
					cost: { amount: 89, currency: 'EUR' },
					time: '2025-11-03T10:00:00.000Z',
					tasks: [{ id: 'task_000001', description: 'Tire rotation' }],
					details: [],
					odometer: 400,
				},
			],
		},
	})),
];

function alert(description: string): JsonObject {
	return { status: 'ALERT', description };
}
