import type { FuelTank, TractionBattery, Vehicle } from './types';

const LOW_TIRE_KPA = 200;
const WORN_OIL_PERCENT = 50;

/** Whether the charge port is open. */
export function isPortOpen({ isPluggedIn, isPortOpened }: TractionBattery): boolean {
	return isPluggedIn || isPortOpened;
}

/** Capacity of a battery in kWh. When it is not determined, the first one that the model was sold with. */
export function capacityOf({ capacity: { available, chosen } }: TractionBattery): number {
	return chosen?.nominal ?? available[0]?.capacity ?? 0;
}

/** Range with the energy that is left in a battery or tank, in whole km. */
export function rangeOf({ fullRangeKm, percent }: TractionBattery | FuelTank): number {
	return Math.round((fullRangeKm * percent) / 100);
}

/** Whether a tire has low pressure. */
export function isTirePressureLow({ tires }: Vehicle): boolean {
	return Object.values(tires).some((kpa) => kpa < LOW_TIRE_KPA);
}

/** Whether the oil of the engine has to be changed. */
export function isOilWorn(fuel: FuelTank | null): boolean {
	return fuel !== null && fuel.oilLifePercent < WORN_OIL_PERCENT;
}

/** The active diagnostic trouble codes. */
export function troubleCodes({ fuel }: Vehicle): Array<{ code: string; timestamp: null }> {
	return isOilWorn(fuel) ? [{ code: 'P0524', timestamp: null }] : [];
}
