import { z } from 'zod';
import { jsonValueSchema, openObject } from '../shared/schema';

/** A signal, or its code or name (`Odometer.TraveledDistance`) as text. */
const signalReferenceSchema = z.union([
	z.string(),
	openObject({
		code: z.string().nullish(),
		group: z.string().nullish(),
		name: z.string().nullish(),
	}),
]);

/**
 * A webhook of the management API. See
 * docs/contributing/smartcar-api.md#webhooks-and-subscriptions.
 */
export const webhookSchema = openObject({
	id: z.string().min(1),
	attributes: openObject({
		name: z.string().nullish(),
		callbackUri: z.string().nullish(),
		isEnabled: z.boolean().nullish(),
		triggers: z.array(signalReferenceSchema).nullish(),
		data: z.array(signalReferenceSchema).nullish(),
		errorCallbackUri: z.string().nullish(),
		autoSubscribe: z.boolean().nullish(),
	}),
	meta: openObject({ createdAt: jsonValueSchema }).nullish(),
});

export const webhookDocumentSchema = openObject({ data: webhookSchema });

export type SignalReference = z.output<typeof signalReferenceSchema>;

export type Webhook = z.output<typeof webhookSchema>;
