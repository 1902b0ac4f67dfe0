import type { z } from 'zod';
import { normalizeWebhookId } from '../../../shared/webhookId';
import type { SmartcarClient } from '../../transport/client';
import type { InvalidEntry } from '../../transport/listEntries';
import { monotonicNow } from '../../transport/monotonicNow';
import { readNumberedList } from '../../transport/pagination';
import type { ApiRequest } from '../../transport/request';
import { subscriptionSchema, type Subscription, type SubscriptionReference } from './schema';

/** The IDs of the resources that a subscription connects. */
export interface SubscriptionIds {
	webhookId: string;
	vehicleId: string;
	userId: string;
}

export const subscriptionsRequest: ApiRequest = {
	method: 'GET',
	host: 'managementUrl',
	path: ['subscriptions'],
};

const FIRST_INTERVAL_MS = 250;

const MAX_INTERVAL_MS = 4000;

/**
 * Lists the subscriptions of a vehicle to a webhook. Each user who connected the vehicle can have
 * one.
 *
 * @param rejectInvalid throws for an entry that does not fit the schema. Without it such entries
 * are left out.
 */
export async function listSubscriptions<T extends SubscriptionReference>(
	client: SmartcarClient,
	{ webhookId, vehicleId }: Pick<SubscriptionIds, 'webhookId' | 'vehicleId'>,
	entrySchema: z.ZodType<T, z.ZodTypeDef, unknown>,
	rejectInvalid?: (entry: InvalidEntry) => never,
): Promise<T[]> {
	const query = { 'filter[webhookId]': webhookId, 'filter[vehicleId]': vehicleId };
	const subscriptions = await readNumberedList(
		client,
		{ ...subscriptionsRequest, query, entrySchema },
		Infinity,
		{ toResult: (subscription) => subscription, invalidToResult: rejectInvalid },
	);
	// If Smartcar ignored a filter, Delete would otherwise end the subscriptions of other vehicles.
	return subscriptions.filter(
		({ relationships: { webhook, vehicle } }) =>
			normalizeWebhookId(webhook.data.id) === webhookId && vehicle.data.id === vehicleId,
	);
}

async function findSubscription(
	client: SmartcarClient,
	ids: SubscriptionIds,
	acceptsOtherUser: boolean,
): Promise<Subscription | undefined> {
	const subscriptions = await listSubscriptions(client, ids, subscriptionSchema);
	const own = subscriptions.find(({ relationships }) => relationships.user.data.id === ids.userId);
	return own ?? (acceptsOtherUser ? subscriptions[0] : undefined);
}

/**
 * Looks for a subscription that Smartcar may still be creating, at increasing intervals. Throws
 * when the execution is canceled.
 *
 * @param acceptsOtherUser whether to return another user's subscription if the user has none
 * @returns undefined when it does not exist after `maxWaitMs` milliseconds
 */
export async function waitForSubscription(
	client: SmartcarClient,
	ids: SubscriptionIds,
	maxWaitMs: number,
	acceptsOtherUser: boolean,
): Promise<Subscription | undefined> {
	const end = monotonicNow() + maxWaitMs;
	let intervalMs = FIRST_INTERVAL_MS;
	for (;;) {
		const existing = await findSubscription(client, ids, acceptsOtherUser);
		const remainingMs = end - monotonicNow();
		if (existing !== undefined || remainingMs <= 0) return existing;
		await client.limiter.wait(Math.min(intervalMs, remainingMs));
		intervalMs = Math.min(intervalMs * 2, MAX_INTERVAL_MS);
	}
}
