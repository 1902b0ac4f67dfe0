import type { Corner, Equipment, Vehicle, BodyPart } from '../fleet/types';
import { isPartOpen } from '../fleet/vehicleStatus';
import type { JsonObject } from '../json';
import { signal, type SignalDefinition, type SignalValue, staticSignal } from './signalDefinition';

/** The place of each wheel, door or window. Not in row order, as in the real service. */
const cells: ReadonlyArray<{ row: number; column: number; corner: Corner }> = [
	{ row: 0, column: 0, corner: 'frontLeft' },
	{ row: 1, column: 1, corner: 'backRight' },
	{ row: 0, column: 1, corner: 'frontRight' },
	{ row: 1, column: 0, corner: 'backLeft' },
];

/** Signals of doors, wheels, and climate. */
export const bodySignals: SignalDefinition[] = [
	signal('Closure', 'IsLocked', 'read_security', ({ isLocked }) => ({ body: { value: isLocked } })),
	signal('Closure', 'Doors', 'read_security', (vehicle) => ({
		body: grid((corner) => ({
			isOpen: isPartOpen(vehicle, `${corner}Door`),
			isLocked: vehicle.isLocked,
		})),
	})),
	signal('Closure', 'Windows', 'read_security', (vehicle) => ({
		body: grid((corner) => ({ isOpen: isPartOpen(vehicle, `${corner}Window`) })),
	})),
	signal('Closure', 'EngineCover', 'read_security', (vehicle) => ({
		body: { isOpen: isPartOpen(vehicle, 'engineCover') },
	})),
	signal('Closure', 'FrontTrunk', 'read_security', (vehicle) =>
		vehicle.powertrainType === 'BEV' ? lockablePart(vehicle, 'frontTrunk') : null,
	),
	signal('Closure', 'RearTrunk', 'read_security', (vehicle) => lockablePart(vehicle, 'rearTrunk')),
	signal('Closure', 'Tailgate', 'read_security', (vehicle) => lockablePart(vehicle, 'tailgate')),
	// As in the real service, `isOpen` is null in a vehicle that does not know.
	signal('Closure', 'Sunroof', 'read_security', (vehicle) => ({
		body: { isOpen: isPartOpen(vehicle, 'sunroof') },
	})),
	// As in the real service, the label is wrong: the values are in kPa.
	signal('Wheel', 'Tires', 'read_tires', ({ tires }) => ({
		body: { ...grid((corner) => ({ tirePressure: tires[corner] })), unit: 'bar' },
	})),
	staticSignal('Wheel', 'Style', 'read_extended_vehicle_info', () => ({
		body: { value: 'ALLOY_18' },
	})),
	signal('Climate', 'InternalTemperature', 'read_climate', ({ cabinCelsius }) => ({
		body: { value: cabinCelsius, unit: 'celsius' },
	})),
	signal('Climate', 'ExternalTemperature', 'read_thermometer', ({ equipment }) => ({
		body: { value: equipment.outsideCelsius, unit: 'celsius' },
	})),
	hvac('CabinTargetTemperature', ({ targetCelsius }) => ({
		body: { value: targetCelsius, unit: 'celsius' },
	})),
	hvac('IsCabinHVACActive', ({ isHvacActive }) => ({ body: { value: isHvacActive } })),
	hvac('IsFrontDefrosterActive', ({ isHvacActive }, cabinCelsius) => ({
		body: { value: isHvacActive && cabinCelsius < 3 },
	})),
	hvac('IsRearDefrosterActive', ({ isHvacActive }, cabinCelsius) => ({
		body: { value: isHvacActive && cabinCelsius < 3 },
	})),
	hvac('IsSteeringHeaterActive', ({ isHvacActive }, cabinCelsius) => ({
		body: { value: isHvacActive && cabinCelsius < 10 },
	})),
];

function lockablePart(vehicle: Vehicle, part: BodyPart): { body: JsonObject } {
	return { body: { isOpen: isPartOpen(vehicle, part), isLocked: vehicle.isLocked } };
}

function grid(readCell: (corner: Corner) => JsonObject): JsonObject {
	return {
		values: cells.map(({ row, column, corner }) => ({ row, column, ...readCell(corner) })),
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
