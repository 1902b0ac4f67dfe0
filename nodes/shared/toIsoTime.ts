/** Smaller numbers are Unix seconds, larger ones Unix milliseconds. */
const MIN_MILLISECONDS = 1e11;

/**
 * A time of Smartcar (Unix milliseconds, Unix seconds, ISO text) as ISO 8601, or undefined if it is
 * not a time. See docs/contributing/smartcar-api.md#event-times.
 */
export function toIsoTime(time: number | string): string | undefined {
	const isSeconds = typeof time === 'number' && time < MIN_MILLISECONDS;
	const date = new Date(isSeconds ? time * 1000 : time);
	return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
