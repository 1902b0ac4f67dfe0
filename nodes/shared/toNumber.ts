const NUMBER = /^-?\d+(\.\d+)?$/;

/** A number, or text that is one: Smartcar has sent `year` as text. Undefined for anything else. */
export function toNumber(value: unknown): number | undefined {
	if (typeof value === 'number') return value;
	return typeof value === 'string' && NUMBER.test(value) ? Number(value) : undefined;
}

/** Like `toNumber`, but undefined for NaN and Infinity. `JSON.parse` reads 1e999 as Infinity. */
export function toFiniteNumber(value: unknown): number | undefined {
	const number = toNumber(value);
	return Number.isFinite(number) ? number : undefined;
}
