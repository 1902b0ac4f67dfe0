import { z } from 'zod';
import { openObject, relationship, vehicleSummary } from '../shared/schema';

/** See docs/contributing/smartcar-api.md#webhooks-and-subscriptions. */
export const subscription = openObject({
	id: z.string().min(1),
	attributes: openObject({ vehicle: vehicleSummary }),
	relationships: openObject({ webhook: relationship, user: relationship, vehicle: relationship }),
	meta: openObject({
		createdAt: z.string().nullish(),
		updatedAt: z.string().nullish(),
	}).nullish(),
});

export const subscriptionDocument = openObject({ data: subscription });

export type Subscription = z.output<typeof subscription>;
