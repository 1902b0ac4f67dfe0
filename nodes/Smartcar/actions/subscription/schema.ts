import { z } from 'zod';
import {
	jsonValueSchema,
	openObject,
	relationshipSchema,
	vehicleSummarySchema,
} from '../shared/schema';

/** See docs/contributing/smartcar-api.md#webhooks-and-subscriptions. */
export const subscriptionSchema = openObject({
	id: z.string().min(1),
	attributes: openObject({ vehicle: vehicleSummarySchema }),
	relationships: openObject({
		webhook: relationshipSchema,
		user: relationshipSchema,
		vehicle: relationshipSchema,
	}),
	meta: openObject({ createdAt: jsonValueSchema, updatedAt: jsonValueSchema }).nullish(),
});

/** What a deletion needs of a subscription. */
export const subscriptionReferenceSchema = openObject({
	id: z.string().min(1),
	relationships: openObject({ webhook: relationshipSchema, vehicle: relationshipSchema }),
});

export const subscriptionDocumentSchema = openObject({ data: subscriptionSchema });

export type Subscription = z.output<typeof subscriptionSchema>;

export type SubscriptionReference = z.output<typeof subscriptionReferenceSchema>;
