import type { ChargeSchedule, TractionBattery } from '../fleet/types';
import { capacityOf, isAtFastCharger, isPortOpen } from '../fleet/vehicleStatus';
import type { JsonObject } from '../json';
import { records } from './records';
import { batterySignal, type SignalDefinition, type SignalValue } from './signalDefinition';

const MAINS_VOLTS = 230;
const FAST_CHARGER_VOLTS = 400;
const NOT_CHARGING = { type: 'VEHICLE_STATE', code: 'NOT_CHARGING' } as const;

/** Signals of charging. */
export const chargeSignals: SignalDefinition[] = [
	charge('IsCharging', ({ isCharging }) => ({ body: { value: isCharging } })),
	charge('IsChargingCableConnected', ({ isPluggedIn }) => ({ body: { value: isPluggedIn } })),
	charge('IsChargingCableLatched', ({ isCharging }) => ({ body: { value: isCharging } })),
	charge('IsChargingPortFlapOpen', (battery) => ({ body: { value: isPortOpen(battery) } })),
	charge('IsFastChargerPresent', (battery) => ({ body: { value: isAtFastCharger(battery) } })),
	charge('DetailedChargingStatus', ({ isCharging, percent, limitPercent }) => {
		if (isCharging) return { body: { value: 'CHARGING' } };
		return { body: { value: percent >= limitPercent ? 'FULLY_CHARGED' : 'NOT_CHARGING' } };
	}),
	charge('Wattage', ({ isCharging, wattage }) => {
		const body = { value: wattage, unit: 'watts' };
		if (isCharging) return { body };
		// The real service adds the value of the last charge to the error.
		return { error: NOT_CHARGING, staleBody: body };
	}),
	charge('Voltage', (battery) => ({
		body: { value: battery.isCharging ? volts(battery) : 0, unit: 'volts' },
	})),
	charge('Amperage', (battery) => ({
		body: { value: battery.isCharging ? amperes(battery) : 0, unit: 'ampere' },
	})),
	charge('AmperageMax', ({ maxAmperes }) => ({ body: { value: maxAmperes, unit: 'ampere' } })),
	charge('AmperageRequested', (battery) => ({ body: { value: amperes(battery), unit: 'ampere' } })),
	charge('ChargerPhases', (battery) => ({ body: { value: phases(battery), unit: 'count' } })),
	charge('ChargeRate', (battery) => {
		const { isCharging, wattage, fullRangeKm } = battery;
		if (!isCharging) return { error: NOT_CHARGING, staleBody: { value: null, unit: 'km/h' } };
		const value = Math.round((wattage / 1000 / capacityOf(battery)) * fullRangeKm);
		return { body: { value, unit: 'km/h' } };
	}),
	charge('TimeToComplete', (battery) => {
		const { isCharging, percent, limitPercent, wattage } = battery;
		if (!isCharging) return { error: NOT_CHARGING, staleBody: { value: null, unit: 'minute' } };
		const missingKwh = (Math.max(0, limitPercent - percent) * capacityOf(battery)) / 100;
		// The real service sends minutes without a unit.
		return { body: { value: Math.round((missingKwh / (wattage / 1000)) * 60) } };
	}),
	charge('EnergyAdded', ({ energyAddedKwh }) => ({ body: { value: energyAddedKwh, unit: 'kWh' } })),
	charge('ChargePortStatusColor', ({ isCharging, isPluggedIn }) => {
		if (isCharging) return { body: { value: 'GREEN' } };
		return { body: { value: isPluggedIn ? 'BLUE' : 'OFF' } };
	}),
	batterySignal('Charge', 'ChargingConnectorType', 'read_charge', (battery, { region }) => {
		if (isAtFastCharger(battery)) return { body: { value: 'CCS' } };
		return { body: { value: region === 'EUROPE' ? 'TYPE_2' : 'J1772' } };
	}),
	charge('FastChargerType', (battery) => ({
		body: { value: isAtFastCharger(battery) ? 'CCS' : null },
	})),
	charge('ChargeLimits', ({ limitPercent }) => ({
		body: {
			values: [{ type: 'global', limit: limitPercent, condition: null }],
			activeLimit: limitPercent,
			unit: 'percent',
		},
	})),
	charge('ChargeTimers', ({ chargeSchedules }) => ({
		body: {
			values: [
				{
					type: 'GLOBAL',
					condition: null,
					schedules: [],
					departureTimers: [],
					isOEMOptimizationEnabled: false,
				},
				...chargeSchedules.map(chargeTimer),
			],
		},
	})),
	batterySignal('Charge', 'ChargeRecords', 'read_charge_records', (battery, { location }) => ({
		body: {
			values: records(battery.recordedCharges, (number) => ({
				id: `charge_${number}`,
				cost: { currency: 'EUR', energyAmount: 6.2, otherAmount: null },
				startTime: '2026-01-08T19:30:00.000Z',
				endTime: '2026-01-08T21:45:00.000Z',
				location: { name: 'Home', address: null, ...location },
				energyAdded: 18.4,
				chargingType: 'AC',
				isPublicCharger: false,
				startStateOfCharge: 40,
				endStateOfCharge: 62,
			})),
		},
	})),
];

function charge(name: string, read: (battery: TractionBattery) => SignalValue): SignalDefinition {
	return batterySignal('Charge', name, 'read_charge', read);
}

function volts(battery: TractionBattery): number {
	return isAtFastCharger(battery) ? FAST_CHARGER_VOLTS : MAINS_VOLTS;
}

/** A fast charger supplies direct current, which counts as one phase. */
function phases(battery: TractionBattery): number {
	return battery.wattage >= 11_000 && !isAtFastCharger(battery) ? 3 : 1;
}

function amperes(battery: TractionBattery): number {
	return Math.round(battery.wattage / volts(battery) / phases(battery));
}

/**
 * The entry of a charge schedule in the signal `charge-chargetimers`.
 * See docs/contributing/smartcar-api.md#charge-schedules.
 */
function chargeTimer({ id, type, location, windows }: ChargeSchedule): JsonObject {
	return {
		type: 'LOCATION',
		condition: { name: null, address: null, ...location, chargingType: null },
		schedules: windows.map(({ start, end, days }) => ({ start, end, days: [...days] })),
		departureTimers: [],
		isOEMOptimizationEnabled: false,
		scheduleType: type,
		scheduleId: id,
	};
}
