import { toNumber } from './toNumber';

/** Smaller numbers are Unix seconds, larger ones Unix milliseconds. */
const MIN_MILLISECONDS = 1e11;

/**
 * A time of Smartcar (Unix milliseconds, Unix seconds, ISO text) as ISO 8601, or undefined if it is
 * not a time. See docs/contributing/smartcar-api.md#event-times.
 */
export function toIsoTime(time: number | string): string | undefined {
	const value = toNumber(time) ?? time;
	// Zero and negative numbers mark a missing time.
	if (typeof value === 'number' && value <= 0) return undefined;
	const isSeconds = typeof value === 'number' && value < MIN_MILLISECONDS;
	const date = new Date(isSeconds ? value * 1000 : value);
	return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
