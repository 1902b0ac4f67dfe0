import { z } from 'zod';
import { isJsonObject } from '../json';
import { parseInput } from '../server/parseInput';

/** Fields of a location, in degrees. */
export const coordinates = {
	latitude: z.number().min(-90).max(90),
	longitude: z.number().min(-180).max(180),
};

const bodySchema = z.object({ data: z.object({ attributes: z.unknown() }) });

/**
 * Parses `data.attributes` of a request body.
 * @throws ApiError 400 VALIDATION that names the invalid fields
 */
export function parseAttributes<T extends z.ZodTypeAny>(schema: T, body: unknown): z.output<T> {
	// A body that is not an object is reported like an empty one: `data` is missing.
	const { data } = parseInput(bodySchema, isJsonObject(body) ? body : {}, null);
	return parseInput(schema, data.attributes, null, ['data', 'attributes']);
}
