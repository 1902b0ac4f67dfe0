import type { Equipment } from '../fleet/types';
import type { JsonObject } from '../json';
import { signal, type SignalDefinition, type SignalValue, staticSignal } from './signalDefinition';

/** Row and column of each wheel or door. The real service does not send them in row order either. */
const cells = [
	[0, 0],
	[1, 1],
	[0, 1],
	[1, 0],
] as const;

/** Signals of doors, wheels, and climate. */
export const bodySignals: SignalDefinition[] = [
	signal('Closure', 'IsLocked', 'read_security', ({ isLocked }) => ({ body: { value: isLocked } })),
	signal('Closure', 'Doors', 'read_security', ({ isLocked }) => ({
		body: grid({ isOpen: false, isLocked }),
	})),
	signal('Closure', 'Windows', 'read_security', () => ({ body: grid({ isOpen: false }) })),
	signal('Closure', 'EngineCover', 'read_security', () => ({ body: { isOpen: false } })),
	signal('Closure', 'FrontTrunk', 'read_security', ({ powertrainType, isLocked }) =>
		powertrainType === 'BEV' ? { body: { isOpen: false, isLocked } } : null,
	),
	signal('Closure', 'RearTrunk', 'read_security', ({ isLocked }) => ({
		body: { isOpen: false, isLocked },
	})),
	signal('Closure', 'Tailgate', 'read_security', ({ isLocked }) => ({
		body: { isOpen: false, isLocked },
	})),
	// The real service sends null for a vehicle that does not know.
	signal('Closure', 'Sunroof', 'read_security', () => ({ body: { isOpen: null } })),
	signal('Wheel', 'Tires', 'read_tires', ({ tires }) => ({
		body: {
			values: [
				{ row: 0, column: 0, tirePressure: tires.frontLeft },
				{ row: 1, column: 1, tirePressure: tires.backRight },
				{ row: 0, column: 1, tirePressure: tires.frontRight },
				{ row: 1, column: 0, tirePressure: tires.backLeft },
			],
			rowCount: 2,
			columnCount: 2,
			unit: 'kPa',
		},
	})),
	staticSignal('Wheel', 'Style', 'read_extended_vehicle_info', () => ({
		body: { value: 'ALLOY_18' },
	})),
	signal('Climate', 'InternalTemperature', 'read_climate', ({ cabinCelsius }) => ({
		body: { value: cabinCelsius, unit: 'celsius' },
	})),
	signal('Climate', 'ExternalTemperature', 'read_thermometer', ({ cabinCelsius }) => ({
		body: { value: cabinCelsius - 4, unit: 'celsius' },
	})),
	hvac('CabinTargetTemperature', ({ targetCelsius }) => ({
		body: { value: targetCelsius, unit: 'celsius' },
	})),
	hvac('IsCabinHVACActive', ({ isHvacActive }) => ({ body: { value: isHvacActive } })),
	hvac('IsFrontDefrosterActive', ({ isHvacActive }, celsius) => ({
		body: { value: isHvacActive && celsius < 3 },
	})),
	hvac('IsRearDefrosterActive', ({ isHvacActive }, celsius) => ({
		body: { value: isHvacActive && celsius < 3 },
	})),
	hvac('IsSteeringHeaterActive', ({ isHvacActive }, celsius) => ({
		body: { value: isHvacActive && celsius < 10 },
	})),
];

function grid(cell: JsonObject): JsonObject {
	return {
		values: cells.map(([row, column]) => ({ row, column, ...cell })),
		rowCount: 2,
		columnCount: 2,
	};
}

function hvac(
	name: string,
	read: (equipment: Equipment, cabinCelsius: number) => SignalValue,
): SignalDefinition {
	return signal('HVAC', name, 'read_climate', ({ equipment, cabinCelsius }) =>
		read(equipment, cabinCelsius),
	);
}
