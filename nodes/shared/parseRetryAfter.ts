/**
 * Reads a retry-after header, which holds seconds or a date.
 *
 * @returns milliseconds from `now` on, or undefined without a usable header
 */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
	if (header === undefined || header.trim() === '') return undefined;
	const seconds = Number(header);
	if (Number.isFinite(seconds)) return seconds >= 0 ? Math.ceil(seconds * 1000) : undefined;
	const date = Date.parse(header);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
