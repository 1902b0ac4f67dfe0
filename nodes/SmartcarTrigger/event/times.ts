import { z } from 'zod';

/** 10-digit numbers are seconds, longer ones milliseconds (service: 6.1, rule 5). */
const FIRST_MILLISECONDS = 1e11;

/** A point in time as the service writes it (Unix milliseconds, Unix seconds, ISO text) to ISO 8601; 0 means "no time". */
export const time = z.union([z.number(), z.string()]).transform((value, context) => {
	if (value === 0) return undefined;
	const date = new Date(typeof value === 'number' && value < FIRST_MILLISECONDS ? value * 1000 : value);
	if (!Number.isNaN(date.getTime())) return date.toISOString();
	context.addIssue({ code: z.ZodIssueCode.custom, message: 'Expected a point in time' });
	return z.NEVER;
});
