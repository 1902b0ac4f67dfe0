import { subscription, type Subscription } from './schema';
import type { SmartcarApi } from '../../transport/client';
import { readNumberedPages } from '../../transport/pagination';

/** What a subscription ties together. */
export interface Subscribed {
	webhookId: string;
	vehicleId: string;
	userId: string;
}

/** The subscription of a vehicle and user to a webhook, or undefined when there is none (yet). */
export async function findSubscription(
	api: SmartcarApi,
	wanted: Subscribed,
): Promise<Subscription | undefined> {
	const query = { 'filter[webhookId]': wanted.webhookId, 'filter[vehicleId]': wanted.vehicleId };
	const list = {
		host: 'managementUrl',
		path: '/subscriptions',
		query,
		entry: subscription,
	} as const;
	const found = await readNumberedPages(api, list, { all: true });
	return found.find(
		({ relationships: { webhook, vehicle, user } }) =>
			webhook.data.id === wanted.webhookId &&
			vehicle.data.id === wanted.vehicleId &&
			user.data.id === wanted.userId,
	);
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 4000;

/**
 * Waits for a subscription that the service is still creating (service: `POST /subscriptions`), looking for it with
 * growing pauses. Undefined when it is not there after `maxWaitMs`; throws when the execution is cancelled meanwhile.
 */
export async function awaitSubscription(
	api: SmartcarApi,
	wanted: Subscribed,
	maxWaitMs: number,
): Promise<Subscription | undefined> {
	const end = Date.now() + maxWaitMs;
	for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
		const found = await findSubscription(api, wanted);
		const left = end - Date.now();
		if (found !== undefined || left <= 0) return found;
		await api.pause(Math.min(pause, left));
	}
}
