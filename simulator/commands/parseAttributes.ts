import { z } from 'zod';
import { isJsonObject } from '../json';
import { parseInput } from '../server/parseInput';

/** Degrees, as commands and schedules take a place. */
export const coordinates = {
	latitude: z.number().min(-90).max(90),
	longitude: z.number().min(-180).max(180),
};

const document = z.object({ data: z.object({ attributes: z.unknown() }) });

/**
 * `data.attributes` of a request body.
 * @throws ServiceError 400 VALIDATION that names the wrong fields
 */
export function attributesOf<T extends z.ZodTypeAny>(attributes: T, body: unknown): z.output<T> {
	// Anything that is no object lacks `data` like an empty one does.
	const { data } = parseInput(document, isJsonObject(body) ? body : {}, null);
	return parseInput(attributes, data.attributes, null, ['data', 'attributes']);
}
