import { z } from 'zod';
import { openObject } from '../shared/schema';

const signalReference = openObject({ code: z.string().nullish() });

/** A webhook of the management API. See docs/contributing/smartcar-api.md#webhooks-and-subscriptions. */
export const webhook = openObject({
	id: z.string().min(1),
	attributes: openObject({
		name: z.string().nullish(),
		callbackUri: z.string().nullish(),
		isEnabled: z.boolean().nullish(),
		triggers: z.array(signalReference).nullish(),
		data: z.array(signalReference).nullish(),
		errorCallbackUri: z.string().nullish(),
		autoSubscribe: z.boolean().nullish(),
	}),
	meta: openObject({ createdAt: z.string().nullish() }).nullish(),
});

export const webhookDocument = openObject({ data: webhook });

export type Webhook = z.output<typeof webhook>;
