import type { TractionBattery } from './types';

/** Whether the charge port is open. */
export function isPortOpen({ isPluggedIn, isPortOpened }: TractionBattery): boolean {
	return isPluggedIn || isPortOpened;
}

/** Capacity of a battery in kWh. When it is not determined, the first one that the model was sold with. */
export function capacityOf({ capacity: { available, chosen } }: TractionBattery): number {
	return chosen?.nominal ?? available[0]?.capacity ?? 0;
}
