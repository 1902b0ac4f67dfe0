import type { TractionBattery } from './types';

/** Whether the flap of the charge port is open. */
export function isPortOpen({ isPluggedIn, isPortOpened }: TractionBattery): boolean {
	return isPluggedIn || isPortOpened;
}

/** Capacity of a battery, kWh; of several that the model was sold with the first. */
export function capacityOf({ capacity: { available, chosen } }: TractionBattery): number {
	return chosen?.nominal ?? available[0]?.capacity ?? 0;
}
