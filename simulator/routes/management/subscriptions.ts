import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { notFoundError } from '../../errors/apiError';
import type { Fleet } from '../../fleet/fleet';
import type { Subscription } from '../../fleet/types';
import type { ServiceContext } from '../../server/serviceContext';
import { paginateNewestFirst } from '../../server/paging';
import { idParameter, pageParameters, parseInput, uuidParameter } from '../../server/parseInput';
import { subscriptionResource, vehicleOfSubscription } from './resources';

const listQuery = z
	.object({
		'filter[userId]': uuidParameter.optional(),
		'filter[webhookId]': uuidParameter.optional(),
		'filter[vehicleId]': uuidParameter.optional(),
		'filter[vehicle.mode]': z.enum(['live', 'simulated']).optional(),
		...pageParameters(25),
	})
	.strict();

const creationBody = z.object({
	data: z.object({
		attributes: z.object({
			webhookId: uuidParameter,
			userId: uuidParameter,
			vehicleId: uuidParameter,
		}),
	}),
});

/**
 * List, get, create and delete subscriptions.
 * See docs/contributing/smartcar-api.md#webhooks-and-subscriptions.
 */
export function subscriptionRoutes(host: FastifyInstance, context: ServiceContext): void {
	const { fleet, subscriptions, hosts } = context;
	const toResource = (entry: Subscription) =>
		subscriptionResource(entry, vehicleOfSubscription(fleet, entry), hosts());

	host.get('/subscriptions', async (request) => {
		const query = parseInput(listQuery, request.query, null);
		const url = `${hosts().managementUrl}/subscriptions`;
		return paginateNewestFirst(filterSubscriptions(fleet, query), toResource, url, query);
	});

	host.get('/subscriptions/:id', async (request) => {
		const id = idParameter(request);
		const subscription = fleet.subscriptions.find((entry) => entry.id === id);
		if (subscription === undefined) throw notFoundError('subscription', id);
		return { data: toResource(subscription) };
	});

	host.post('/subscriptions', async (request, reply) => {
		const { data } = parseInput(creationBody, request.body, null);
		subscriptions.request(data.attributes);
		return await reply.code(202).send({ meta: { message: 'subscription creation in progress' } });
	});

	host.delete('/subscriptions/:id', async (request, reply) => {
		subscriptions.remove(idParameter(request));
		return await reply.code(204).send();
	});
}

/** Skips filters that are not set, because tests page through lists of 100,000 subscriptions. */
function filterSubscriptions(
	fleet: Fleet,
	query: z.output<typeof listQuery>,
): readonly Subscription[] {
	const fields = [
		['filter[userId]', ({ userId }: Subscription) => userId],
		['filter[webhookId]', ({ webhookId }: Subscription) => webhookId],
		['filter[vehicleId]', ({ vehicleId }: Subscription) => vehicleId],
		['filter[vehicle.mode]', (entry: Subscription) => vehicleOfSubscription(fleet, entry).mode],
	] as const;
	let matching: readonly Subscription[] = fleet.subscriptions;
	for (const [name, read] of fields) {
		const value = query[name];
		if (value !== undefined) matching = matching.filter((entry) => read(entry) === value);
	}
	return matching;
}
