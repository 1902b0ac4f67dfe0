import type { TractionBattery, Vehicle } from './types';

/**
 * Returns the traction battery of a vehicle.
 * @throws RangeError for a vehicle without one
 */
export function batteryOf({ battery, id }: Vehicle): TractionBattery {
	if (battery === null) throw new RangeError(`vehicle ${id} has no traction battery`);
	return battery;
}
