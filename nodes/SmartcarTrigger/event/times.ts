import { BoundedMap } from '../../shared/boundedMap';
import { toIsoTime } from '../../shared/toIsoTime';
import { toNumber } from '../../shared/toNumber';
import { INVALID, type FieldType } from './fields';

/**
 * ISO texts by number: the signals of an event share their times, and formatting a time is slow.
 */
const formatted = new BoundedMap<string, number>({ maxEntries: 2_000 });

function formatNumber(value: number): string | undefined {
	const known = formatted.get(value);
	if (known !== undefined) return known;
	const iso = toIsoTime(value);
	if (iso !== undefined) formatted.set(value, iso);
	return iso;
}

/** A time as ISO 8601. Zero and negative numbers mark a missing time. */
export const time: FieldType<string | undefined> = {
	expected: 'a point in time',
	read(value) {
		const number = toNumber(value);
		if (number !== undefined) return number <= 0 ? undefined : (formatNumber(number) ?? INVALID);
		return (typeof value === 'string' ? toIsoTime(value) : undefined) ?? INVALID;
	},
};
