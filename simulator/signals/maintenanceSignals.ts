import type { FuelTank } from '../fleet/types';
import type { JsonObject } from '../json';
import { batterySignal, signal, type SignalDefinition, tankSignal } from './signalDefinition';

const SOUND = { status: 'OK', description: null } as const;

/** Systems in which nothing ever goes wrong here. */
const soundSystems = [
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
const soundBatterySystems = ['EVBatteryConditioning', 'EVCharging', 'EVDriveUnit', 'EVHVBattery'];
const soundTankSystems = ['Emissions', 'OilPressure', 'OilTemperature', 'WaterInFuel'];

/** What a workshop wants to know. */
export const careSignals: SignalDefinition[] = [
	signal('Diagnostics', 'TirePressure', 'read_diagnostics', ({ tires }) => {
		const isLow = Object.values(tires).some((kpa) => kpa < 200);
		return { body: isLow ? alert('Tire pressure low') : SOUND };
	}),
	tankSignal('Diagnostics', 'OilLife', 'read_diagnostics', (fuel) => ({
		body: isOilWorn(fuel) ? alert('Oil change due') : SOUND,
	})),
	signal('Diagnostics', 'MIL', 'read_diagnostics', ({ fuel }) => ({
		body: isOilWorn(fuel) ? alert('Check engine') : SOUND,
	})),
	signal('Diagnostics', 'DTCCount', 'read_diagnostics', ({ fuel }) => ({
		body: { value: troubleCodes(fuel).length, unit: 'count' },
	})),
	signal('Diagnostics', 'DTCList', 'read_diagnostics', ({ fuel }) => ({
		body: { values: troubleCodes(fuel) },
	})),
	...soundSystems.map((name) =>
		signal('Diagnostics', name, 'read_diagnostics', () => ({ body: SOUND })),
	),
	...soundBatterySystems.map((name) =>
		batterySignal('Diagnostics', name, 'read_diagnostics', () => ({ body: SOUND })),
	),
	...soundTankSystems.map((name) =>
		tankSignal('Diagnostics', name, 'read_diagnostics', () => ({ body: SOUND })),
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

/** The same fault as the v2.0 endpoint for trouble codes reports. */
function troubleCodes(fuel: FuelTank | null): JsonObject[] {
	return isOilWorn(fuel) ? [{ code: 'P0524', timestamp: null }] : [];
}

function isOilWorn(fuel: FuelTank | null): boolean {
	return fuel !== null && fuel.oilLifePercent < 50;
}
