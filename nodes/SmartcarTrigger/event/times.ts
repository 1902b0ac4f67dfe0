import { BoundedMap } from '../../shared/boundedMap';
import { INVALID, type FieldType } from './fieldType';

/** Numbers below are Unix seconds, numbers from here on are Unix milliseconds. */
const FIRST_MILLISECONDS = 1e11;

function toIso(value: number | string): string | undefined {
	const date = new Date(
		typeof value === 'number' && value < FIRST_MILLISECONDS ? value * 1000 : value,
	);
	return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** The signals of an event share their times, and to format a time takes long. */
const formatted = new BoundedMap<string, number>({ maxEntries: 2_000 });

function formatNumber(value: number): string | undefined {
	const known = formatted.get(value);
	if (known !== undefined) return known;
	const iso = toIso(value);
	if (iso !== undefined) formatted.set(value, iso);
	return iso;
}

/**
 * A time as Smartcar sends it (Unix milliseconds, Unix seconds, ISO text), as ISO 8601. 0 means
 * "no time". See docs/contributing/smartcar-api.md#event-times.
 */
export const time: FieldType<string | undefined> = {
	expected: 'a point in time',
	read(value) {
		if (value === 0) return undefined;
		if (typeof value === 'number') return formatNumber(value) ?? INVALID;
		return (typeof value === 'string' ? toIso(value) : undefined) ?? INVALID;
	},
};
