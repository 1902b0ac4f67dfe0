import { found, reader } from './reader';

/** 10-digit numbers are seconds, longer ones milliseconds (service: 6.1, rule 5). */
const FIRST_MILLISECONDS = 1e11;

/** A point in time as the service writes it (Unix milliseconds, Unix seconds, ISO text) to ISO 8601; 0 means "no time". */
export const time = reader('a point in time', (value) => {
	if (value === 0) return found(undefined);
	if (typeof value !== 'number' && typeof value !== 'string') return undefined;
	const date = new Date(typeof value === 'number' && value < FIRST_MILLISECONDS ? value * 1000 : value);
	return Number.isNaN(date.getTime()) ? undefined : found(date.toISOString());
});
