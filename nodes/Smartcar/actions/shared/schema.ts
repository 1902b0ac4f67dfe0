import { z } from 'zod';
import type { GenericValue } from 'n8n-workflow';

/** Any JSON value. */
export const jsonValueSchema = z.custom<GenericValue>();

/** An object whose known fields are checked. All other fields pass through unchanged. */
export function openObject<T extends z.ZodRawShape>(shape: T) {
	return z.object(shape).catchall(jsonValueSchema);
}

/** The description of a vehicle in several responses. Smartcar has also sent the year as text. */
export const vehicleSummarySchema = openObject({
	make: z.string().nullish(),
	model: z.string().nullish(),
	year: z.union([z.number(), z.string()]).nullish(),
	mode: z.string().nullish(),
	powertrainType: z.string().nullish(),
});

/**
 * A relationship to one resource. Its `type` is ignored because Smartcar sometimes sends a wrong
 * one.
 */
export const relationshipSchema = openObject({ data: openObject({ id: z.string().min(1) }) });

/** A relationship that may lead to no resource. Its `data` is null then. */
export const optionalRelationshipSchema = openObject({
	data: relationshipSchema.shape.data.nullish(),
});
