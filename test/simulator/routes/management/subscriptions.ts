import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Subscription } from '../../fleet/model';
import type { ServiceContext } from '../../server/context';
import { NEWEST_FIRST, newestFirst, pageOf } from '../../server/paging';
import { pageParameters, parseInput, uuidParameter } from '../../server/query';
import { notFound } from '../../webhooks/subscriptions';
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
		attributes: z.object({ webhookId: uuidParameter, userId: uuidParameter, vehicleId: uuidParameter }),
	}),
});

const idPath = z.object({ id: uuidParameter });

/** GET, POST and DELETE of subscriptions (spec: GET /subscriptions; service: management API). */
export function subscriptionRoutes(host: FastifyInstance, context: ServiceContext): void {
	const { fleet, subscriptions, hosts } = context;

	host.get('/subscriptions', async (request) => {
		const query = parseInput(listQuery, request.query, null);
		const matching = fleet.subscriptions.filter(
			(entry) =>
				equals(entry.userId, query['filter[userId]']) &&
				equals(entry.webhookId, query['filter[webhookId]']) &&
				equals(entry.vehicleId, query['filter[vehicleId]']) &&
				equals(vehicleOfSubscription(fleet, entry).mode, query['filter[vehicle.mode]']),
		);
		const resource = (entry: Subscription) =>
			subscriptionResource(entry, vehicleOfSubscription(fleet, entry), hosts());
		const page = pageOf(newestFirst(matching), resource, `${hosts().managementUrl}/subscriptions`, query);
		return { ...page, meta: { ...page.meta, ...NEWEST_FIRST } };
	});

	host.get('/subscriptions/:id', async (request) => {
		const { id } = parseInput(idPath, request.params, null);
		const subscription = fleet.subscriptions.find((entry) => entry.id === id);
		if (subscription === undefined) throw notFound('subscription', id);
		return { data: subscriptionResource(subscription, vehicleOfSubscription(fleet, subscription), hosts()) };
	});

	host.post('/subscriptions', async (request, reply) => {
		const { data } = parseInput(creationBody, request.body, null);
		subscriptions.request(data.attributes);
		return await reply.code(202).send({ meta: { message: 'subscription creation in progress' } });
	});

	host.delete('/subscriptions/:id', async (request, reply) => {
		subscriptions.remove(parseInput(idPath, request.params, null).id);
		return await reply.code(204).send();
	});
}

function equals(value: string, wanted: string | undefined): boolean {
	return wanted === undefined || value === wanted;
}
