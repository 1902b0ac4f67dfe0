import { ServiceError } from '../errors/serviceError';
import type { Vehicle } from '../fleet/types';

/**
 * Demands a car that answers.
 * @throws ServiceError 409 VEHICLE_STATE/ASLEEP or UNREACHABLE
 */
export function requireOnline({ reachability }: Vehicle): void {
	if (reachability === 'asleep') throw new ServiceError('VEHICLE_STATE', 'ASLEEP');
	if (reachability === 'unreachable') throw new ServiceError('VEHICLE_STATE', 'UNREACHABLE');
}

/**
 * Counts a request to a car against its limits.
 * @throws ServiceError 429 RATE_LIMIT/VEHICLE with retry-after, 430 BILLING/VEHICLE_REQUEST_LIMIT
 */
export function countRequest(vehicle: Vehicle): void {
	const { throttle, monthlyRequestsLeft } = vehicle;
	if (monthlyRequestsLeft === 0) throw new ServiceError('BILLING', 'VEHICLE_REQUEST_LIMIT');
	if (throttle !== null) {
		if (throttle.after === 0) {
			throttle.times--;
			if (throttle.times <= 0) vehicle.throttle = null;
			throw new ServiceError('RATE_LIMIT', 'VEHICLE', {
				headers: { 'retry-after': String(throttle.retryAfterSeconds) },
			});
		}
		throttle.after--;
	}
	if (monthlyRequestsLeft !== null) vehicle.monthlyRequestsLeft = monthlyRequestsLeft - 1;
}
