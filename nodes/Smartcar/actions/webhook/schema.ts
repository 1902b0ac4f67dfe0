import { z } from 'zod';
import { open } from '../shared/schema';

const signalReference = open({ code: z.string().nullish() });

/** Webhook resource of the management API (spec: Webhook resource). */
export const webhook = open({
	id: z.string().min(1),
	attributes: open({
		name: z.string().nullish(),
		callbackUri: z.string().nullish(),
		isEnabled: z.boolean().nullish(),
		triggers: z.array(signalReference).nullish(),
		data: z.array(signalReference).nullish(),
		errorCallbackUri: z.string().nullish(),
		autoSubscribe: z.boolean().nullish(),
	}),
	meta: open({ createdAt: z.string().nullish() }).nullish(),
});

export const webhookDocument = open({ data: webhook });

export type Webhook = z.output<typeof webhook>;
