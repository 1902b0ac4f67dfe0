import { z } from 'zod';
import { openObject, relationship, vehicleSummary } from '../shared/schema';

/** A connection of the v3 API. See docs/contributing/smartcar-api.md#connections. */
export const connection = openObject({
	id: z.string().min(1),
	attributes: openObject({
		permissions: z.array(z.string()).nullish(),
		vehicle: vehicleSummary.nullish(),
		user: openObject({ id: z.string().nullish(), externalId: z.string().nullish() }).nullish(),
	}).nullish(),
	relationships: openObject({ vehicle: relationship, user: relationship.nullish() }),
	meta: openObject({ createdAt: z.string().nullish(), updatedAt: z.string().nullish() }).nullish(),
});

export const connectionDocument = openObject({ data: connection });

export type Connection = z.output<typeof connection>;
