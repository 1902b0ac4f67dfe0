import { z } from 'zod';
import { open } from '../shared/schema';
import { relationship, vehicleSummary } from '../shared/vehicleSummary';

/** Subscription resource of the management API (spec: Subscription resource). */
export const subscription = open({
	id: z.string().min(1),
	attributes: open({ vehicle: vehicleSummary }),
	relationships: open({ webhook: relationship, user: relationship, vehicle: relationship }),
	meta: open({ createdAt: z.string().nullish(), updatedAt: z.string().nullish() }).nullish(),
});

export const subscriptionDocument = open({ data: subscription });

export type Subscription = z.output<typeof subscription>;
