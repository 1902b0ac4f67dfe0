import type { Vehicle } from '../fleet/types';
import { isOilWorn, isTirePressureLow, troubleCodes } from '../fleet/vehicleStatus';
import type { JsonObject } from '../json';
import { records } from './records';
import { batterySignal, signal, type SignalDefinition, fuelSignal } from './signalDefinition';

const HEALTHY = { status: 'OK', description: null } as const;

/**
 * Diagnostics signals of all vehicles. No tick of the fleet causes these problems, only a test or a
 * person who uses the event page.
 */
const systems = [
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
const batterySystems = ['EVBatteryConditioning', 'EVCharging', 'EVDriveUnit', 'EVHVBattery'];
const fuelSystems = ['Emissions', 'OilPressure', 'OilTemperature', 'WaterInFuel'];

/** Signals of diagnostics and service. */
export const maintenanceSignals: SignalDefinition[] = [
	signal('Diagnostics', 'TirePressure', 'read_diagnostics', (vehicle) => ({
		body: isTirePressureLow(vehicle) ? alert('Tire pressure low') : HEALTHY,
	})),
	fuelSignal('Diagnostics', 'OilLife', 'read_diagnostics', (fuel) => ({
		body: isOilWorn(fuel) ? alert('Oil change due') : HEALTHY,
	})),
	signal('Diagnostics', 'MIL', 'read_diagnostics', ({ fuel, equipment }) => ({
		body: isOilWorn(fuel) || equipment.faultySystems.has('MIL') ? alert('Check engine') : HEALTHY,
	})),
	signal('Diagnostics', 'DTCCount', 'read_diagnostics', (vehicle) => ({
		body: { value: troubleCodes(vehicle).length, unit: 'count' },
	})),
	signal('Diagnostics', 'DTCList', 'read_diagnostics', (vehicle) => ({
		body: { values: troubleCodes(vehicle) },
	})),
	...systems.map((name) =>
		signal('Diagnostics', name, 'read_diagnostics', (vehicle) => diagnosis(name, vehicle)),
	),
	...batterySystems.map((name) =>
		batterySignal('Diagnostics', name, 'read_diagnostics', (_battery, vehicle) =>
			diagnosis(name, vehicle),
		),
	),
	...fuelSystems.map((name) =>
		fuelSignal('Diagnostics', name, 'read_diagnostics', (_fuel, vehicle) =>
			diagnosis(name, vehicle),
		),
	),
	signal('Service', 'IsInService', 'read_service_history', ({ equipment }) => ({
		body: { value: equipment.isInService },
	})),
	signal('Service', 'Records', 'read_service_history', ({ equipment }) => ({
		body: { values: records(equipment.recordedServices, serviceRecord) },
	})),
];

function serviceRecord(number: string): JsonObject {
	return {
		id: `service_${number}`,
		cost: { amount: 89, currency: 'EUR' },
		time: '2025-11-03T10:00:00.000Z',
		tasks: [{ id: `task_${number}`, description: 'Tire rotation' }],
		details: [],
		odometer: 400,
	};
}

function diagnosis(system: string, { equipment }: Vehicle): { body: JsonObject } {
	return { body: equipment.faultySystems.has(system) ? alert('Fault') : HEALTHY };
}

function alert(description: string): JsonObject {
	return { status: 'ALERT', description };
}
