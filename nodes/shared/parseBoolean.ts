/** The text `true` or `false`, which expressions often return, counts. Undefined for anything else. */
export function parseBoolean(value: unknown): boolean | undefined {
	const text = typeof value === 'string' ? value.trim().toLowerCase() : value;
	if (text === true || text === 'true') return true;
	return text === false || text === 'false' ? false : undefined;
}
