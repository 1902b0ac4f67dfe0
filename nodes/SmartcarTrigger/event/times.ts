import { MISFIT, type Reader } from './fieldType';

/** 10-digit numbers are seconds, longer ones milliseconds (service: 6.1, rule 5). */
const FIRST_MILLISECONDS = 1e11;

/** The signals of an event, and of the events of an hour, share their times. Numbers only, as text can be of any length. */
const known = new Map<number, string>();
const MAX_KNOWN = 1_000;

function toIso(value: number | string): string | undefined {
	const date = new Date(
		typeof value === 'number' && value < FIRST_MILLISECONDS ? value * 1000 : value,
	);
	return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

function remembered(value: number): string | undefined {
	const same = known.get(value);
	if (same !== undefined) return same;
	const iso = toIso(value);
	if (known.size >= MAX_KNOWN) known.clear();
	if (iso !== undefined) known.set(value, iso);
	return iso;
}

/** A point in time as the service writes it (Unix milliseconds, Unix seconds, ISO text) to ISO 8601; 0 means "no time". */
export const time: Reader<string | undefined> = {
	expected: 'a point in time',
	read(value) {
		if (value === 0) return undefined;
		if (typeof value === 'number') return remembered(value) ?? MISFIT;
		return (typeof value === 'string' ? toIso(value) : undefined) ?? MISFIT;
	},
};
