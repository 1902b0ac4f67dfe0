import { ApiError } from '../errors/apiError';
import type { FuelTank, TractionBattery, Vehicle } from '../fleet/types';

/**
 * Requires a vehicle that is online.
 * @throws ApiError 409 VEHICLE_STATE/ASLEEP or UNREACHABLE, 400
 * CONNECTED_SERVICES_ACCOUNT/AUTHENTICATION_FAILED
 */
export function requireOnline({ reachability }: Vehicle): void {
	if (reachability === 'asleep') throw new ApiError('VEHICLE_STATE', 'ASLEEP');
	if (reachability === 'unreachable') throw new ApiError('VEHICLE_STATE', 'UNREACHABLE');
	if (reachability === 'signedOut')
		throw new ApiError('CONNECTED_SERVICES_ACCOUNT', 'AUTHENTICATION_FAILED');
}

/**
 * Returns the traction battery of a vehicle.
 * @throws ApiError 501 COMPATIBILITY/VEHICLE_NOT_CAPABLE
 */
export function requireBattery({ battery }: Vehicle): TractionBattery {
	if (battery === null) throw new ApiError('COMPATIBILITY', 'VEHICLE_NOT_CAPABLE');
	return battery;
}

/**
 * Returns the fuel tank of a vehicle.
 * @throws ApiError 501 COMPATIBILITY/VEHICLE_NOT_CAPABLE
 */
export function requireFuel({ fuel }: Vehicle): FuelTank {
	if (fuel === null) throw new ApiError('COMPATIBILITY', 'VEHICLE_NOT_CAPABLE');
	return fuel;
}

/**
 * Rejects a request to a vehicle that is throttled with `Fleet.throttle`.
 * See docs/contributing/smartcar-api.md#rate-limits.
 * @throws ApiError 429 RATE_LIMIT/VEHICLE with retry-after
 */
export function checkThrottle(vehicle: Vehicle): void {
	const { throttle } = vehicle;
	if (throttle === null) return;
	throttle.times--;
	if (throttle.times <= 0) vehicle.throttle = null;
	throw new ApiError('RATE_LIMIT', 'VEHICLE', {
		headers: { 'retry-after': String(throttle.retryAfterSeconds) },
	});
}
