import { z } from 'zod';
import { invalid } from '../errors/serviceError';

/** An integer in text form within bounds, with a default. */
export function integerParameter(fallback: number, min: number, max = Number.MAX_SAFE_INTEGER) {
	return z
		.string()
		.regex(/^-?\d+$/, 'must be an integer')
		.transform(Number)
		.pipe(z.number().int().min(min).max(max))
		.default(String(fallback));
}

/** `true` or `false` in text form. */
export const booleanParameter = z.enum(['true', 'false']).transform((text) => text === 'true');

/** A UUID, as the management API's id filters demand (spec: GET /subscriptions). */
export const uuidParameter = z.string().uuid();

/** The paging parameters of v3 lists. */
export function pageParameters(defaultSize: number) {
	return {
		'page[number]': integerParameter(1, 1),
		'page[size]': integerParameter(defaultSize, 1, 100),
	};
}

/**
 * Reads query or body. Query keys with brackets may be sent raw or percent-encoded. Schemas are strict: a name the
 * service does not document is refused, so that a misspelt filter cannot pass for an empty one.
 * @param path where in the request the input stands
 * @throws ServiceError 400 VALIDATION with one detail per wrong field
 */
export function parseInput<T extends z.ZodTypeAny>(
	schema: T,
	input: unknown,
	code: string | null,
	path: string[] = [],
): z.output<T> {
	const result = schema.safeParse(input, { path });
	if (result.success) return result.data as z.output<T>;
	throw invalid(
		code,
		result.error.issues.map((issue) => ({
			field: [...issue.path.map(String), ...(issue.code === 'unrecognized_keys' ? issue.keys : [])],
			message: issue.message,
		})),
	);
}
