import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { validationError } from '../errors/apiError';

/** A query parameter: an integer from min to max. */
export function integerParameter(fallback: number, min: number, max = Number.MAX_SAFE_INTEGER) {
	return z
		.string()
		.regex(/^-?\d+$/, 'must be an integer')
		.transform(Number)
		.pipe(z.number().int().min(min).max(max))
		.default(String(fallback));
}

/** A query parameter: `true` or `false`. */
export const booleanParameter = z.enum(['true', 'false']).transform((text) => text === 'true');

/** A query or path parameter: a UUID. */
export const uuidParameter = z.string().uuid();

/** The page parameters of a v3 list. See docs/contributing/smartcar-api.md#pagination. */
export function pageParameters(defaultSize: number) {
	return {
		'page[number]': integerParameter(1, 1),
		'page[size]': integerParameter(defaultSize, 1, 100),
	};
}

/**
 * Parses the query, path parameters or body of a request. Most schemas are strict, so that a test
 * finds out when the node misspells a filter.
 * @param code error code of the 400 response
 * @param path path of the input within the request, for the details of the error
 * @throws ApiError 400 VALIDATION with one detail per invalid field
 */
export function parseInput<T extends z.ZodTypeAny>(
	schema: T,
	input: unknown,
	code: string | null,
	path: string[] = [],
): z.output<T> {
	const result = schema.safeParse(input, { path });
	if (result.success) return result.data as z.output<T>;
	throw validationError(
		code,
		result.error.issues.map((issue) => ({
			field: [...issue.path.map(String), ...(issue.code === 'unrecognized_keys' ? issue.keys : [])],
			message: issue.message,
		})),
	);
}

const idPath = z.object({ id: uuidParameter });

/**
 * The path parameter `:id` of a request.
 * @throws ApiError 400 VALIDATION if it is not a UUID
 */
export function idParameter(request: FastifyRequest): string {
	return parseInput(idPath, request.params, null).id;
}

/**
 * The user in the `sc-user-id` header; undefined without it. See
 * docs/contributing/smartcar-api.md#user-id.
 */
export function userIdHeader(request: FastifyRequest): string | undefined {
	const header = request.headers['sc-user-id'];
	return typeof header === 'string' && header !== '' ? header : undefined;
}
