/** What an ID may consist of: prefixed IDs (client_…, sched_…) are IDs too, nothing with a meaning in a URL is. */
export const ID_PATTERN = '[A-Za-z0-9][A-Za-z0-9_:~-]{0,127}';

const ID = new RegExp(`^${ID_PATTERN}$`);

/**
 * Pattern of the links that the service's answers hold, such as `https://vehicle.api.smartcar.com/v3/vehicles/{id}`,
 * with the ID behind `collection` as its only group. Some have no host (service: charge schedules).
 */
export function linkPattern(collection: string): string {
	return `^\\s*(?:https?:/)?/(?:[^?#\\s]*/)?${collection}/(${ID_PATTERN})(?:[/?#]\\S*)?\\s*$`;
}

/** What an expression that came to nothing leaves behind as text. */
const NOT_IDS = new Set(['undefined', 'null', 'NaN']);

/**
 * An ID without the whitespace that pasting brings, or undefined when the value cannot be one: not text, empty,
 * with a slash, a dot, a percent sign or anything else that could lead to another path.
 */
export function normalizeId(value: unknown): string | undefined {
	if (typeof value !== 'string') return undefined;
	const id = value.trim();
	return ID.test(id) && !NOT_IDS.has(id) ? id : undefined;
}

/** Puts a path together from fixed segments and IDs; each part is one segment of the result, encoded. */
export function buildPath(...parts: string[]): string {
	return parts.map((part) => `/${encodeURIComponent(part)}`).join('');
}
