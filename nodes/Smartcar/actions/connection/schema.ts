import { z } from 'zod';
import { open } from '../shared/schema';
import { relationship, vehicleSummary } from '../shared/vehicleSummary';

/** Connection resource of the v3 API (service: connections): a vehicle, its user, and what the user granted. */
export const connection = open({
	id: z.string().min(1),
	attributes: open({
		permissions: z.array(z.string()).nullish(),
		vehicle: vehicleSummary.nullish(),
		user: open({ id: z.string().nullish(), externalId: z.string().nullish() }).nullish(),
	}).nullish(),
	relationships: open({ vehicle: relationship, user: relationship.nullish() }),
	meta: open({ createdAt: z.string().nullish() }).nullish(),
});

export const connectionDocument = open({ data: connection });

export type Connection = z.output<typeof connection>;
