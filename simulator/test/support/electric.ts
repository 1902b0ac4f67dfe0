import type { TractionBattery, Vehicle } from '../../fleet/types';

/** The battery of a car that has one. */
export function batteryOf({ battery, id }: Vehicle): TractionBattery {
	if (battery === null) throw new Error(`vehicle ${id} has no traction battery`);
	return battery;
}
