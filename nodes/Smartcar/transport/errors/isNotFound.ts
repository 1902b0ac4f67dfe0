import { MISSING_PATH_CODES } from './endOfV2';
import { isServiceError, serviceErrorCode } from './nodeError';

/** Codes of a 404 that is not about the resource: the URL is wrong, or the vehicle is not known. */
const OTHER_404_CODES = new Set([...MISSING_PATH_CODES, 'VEHICLE_NOT_FOUND']);

/**
 * Whether Smartcar says that there is no such resource. A 404 without Smartcar's error type may
 * come from a proxy, so it does not count.
 */
export function isNotFound(error: unknown): boolean {
	return (
		isServiceError(error, 'RESOURCE_NOT_FOUND') &&
		error.httpCode === '404' &&
		!OTHER_404_CODES.has(serviceErrorCode(error))
	);
}
