import type { BodyPart, FuelTank, TractionBattery, Vehicle } from './types';

const LOW_TIRE_KPA = 200;
const MIN_OIL_LIFE_PERCENT = 50;

/** Above this power a charger is a fast one. */
const MAX_AC_WATTS = 22_000;

/** Year, make and model. */
export const vehicleName = ({ year, make, model }: Vehicle) => `${year} ${make} ${model}`;

/** Whether a part is open. Null for a sunroof whose state is unknown. */
export function isPartOpen({ equipment }: Vehicle, part: BodyPart): boolean | null {
	return equipment.isOpen[part] ?? (part === 'sunroof' ? null : false);
}

/** Whether the vehicle is connected to a fast charger. */
export function isAtFastCharger({ isPluggedIn, wattage }: TractionBattery): boolean {
	return isPluggedIn && wattage > MAX_AC_WATTS;
}

/** Whether the charge port is open. */
export function isPortOpen({ isPluggedIn, isPortOpened }: TractionBattery): boolean {
	return isPluggedIn || isPortOpened;
}

/**
 * Capacity of a battery in kWh. If it is not known which one the car has, this is the first one
 * that the model was sold with.
 */
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
	return fuel !== null && fuel.oilLifePercent < MIN_OIL_LIFE_PERCENT;
}

/** The active diagnostic trouble codes. */
export function troubleCodes({
	fuel,
	equipment,
}: Vehicle): Array<{ code: string; timestamp: null }> {
	const codes = [
		...(isOilWorn(fuel) ? ['P0524'] : []),
		...(equipment.faultySystems.has('MIL') ? ['P0420'] : []),
	];
	return codes.map((code) => ({ code, timestamp: null }));
}
