import { rangeOf } from '../fleet/vehicleStatus';
import { batterySignal, type SignalDefinition } from './signalDefinition';

/** Signals of the traction battery. */
export const batterySignals: SignalDefinition[] = [
	batterySignal('TractionBattery', 'StateOfCharge', 'read_battery', ({ percent }) => ({
		body: { value: percent, unit: 'percent' },
	})),
	batterySignal('TractionBattery', 'Range', 'read_battery', (battery) => {
		const value = rangeOf(battery);
		return {
			body: {
				value,
				unit: 'km',
				type: 'DEFAULT',
				additionalValues: [{ type: 'ESTIMATED', value: value - 5 }],
			},
		};
	}),
	batterySignal(
		'TractionBattery',
		'NominalCapacity',
		'read_battery',
		({ capacity: { available, chosen } }) => ({
			body: {
				capacity: chosen?.nominal ?? null,
				source: chosen?.source ?? null,
				availableCapacities: available.map((entry) => ({ ...entry })),
				unit: 'kWh',
			},
		}),
	),
	batterySignal(
		'TractionBattery',
		'IsHeaterActive',
		'read_battery',
		({ isCharging }, { cabinCelsius }) => ({
			body: { value: isCharging && cabinCelsius < 0 },
		}),
	),
	batterySignal(
		'TractionBattery',
		'MaxRangeChargeCounter',
		'read_battery',
		({ maxRangeCharges }) => ({ body: { value: maxRangeCharges } }),
	),
];
