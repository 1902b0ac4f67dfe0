import { z } from 'zod';
import {
	jsonValueSchema,
	openObject,
	optionalRelationshipSchema,
	relationshipSchema,
	vehicleSummarySchema,
} from './schema';

/** A connection of the v3 API. See docs/contributing/smartcar-api.md#connections. */
export const connectionSchema = openObject({
	id: z.string().min(1),
	attributes: openObject({
		permissions: z.array(z.string()).nullish(),
		vehicle: vehicleSummarySchema.nullish(),
		user: openObject({ id: z.string().nullish(), externalId: z.string().nullish() }).nullish(),
	}).nullish(),
	relationships: openObject({
		vehicle: relationshipSchema,
		user: optionalRelationshipSchema.nullish(),
	}),
	// The node reads connections before most requests about a vehicle, so an unexpected format of a
	// time must not make those fail.
	meta: openObject({ createdAt: jsonValueSchema, updatedAt: jsonValueSchema }).nullish(),
});

export const connectionDocumentSchema = openObject({ data: connectionSchema });

export type Connection = z.output<typeof connectionSchema>;
