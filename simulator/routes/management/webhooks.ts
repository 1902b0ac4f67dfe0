import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { notFoundError } from '../../errors/apiError';
import type { Webhook } from '../../fleet/types';
import type { ServiceContext } from '../../server/serviceContext';
import { paginate } from '../../server/paging';
import { booleanParameter, pageParameters, parseInput } from '../../server/parseInput';
import { webhookResource } from './resources';

const listQuery = z
	.object({
		'filter[name]': z.string().optional(),
		'filter[callbackUri]': z.string().optional(),
		'filter[isEnabled]': booleanParameter.optional(),
		'filter[autoSubscribe]': booleanParameter.optional(),
		...pageParameters(50),
	})
	.strict();

/**
 * List and get webhooks. Like the service, it cannot create them.
 * See docs/contributing/smartcar-api.md#webhooks-and-subscriptions.
 */
export function webhookRoutes(host: FastifyInstance, { fleet, hosts }: ServiceContext): void {
	host.get('/webhooks', async (request) => {
		const query = parseInput(listQuery, request.query, null);
		const matching = fleet.webhooks.filter(
			(webhook) =>
				contains(webhook.name, query['filter[name]']) &&
				contains(webhook.callbackUri, query['filter[callbackUri]']) &&
				equals(webhook.isEnabled, query['filter[isEnabled]']) &&
				equals(webhook.autoSubscribe, query['filter[autoSubscribe]']),
		);
		const toResource = (webhook: Webhook) => webhookResource(webhook, hosts());
		return paginate(matching, toResource, `${hosts().managementUrl}/webhooks`, query);
	});

	host.get('/webhooks/:id', async (request) => {
		const { id } = z.object({ id: z.string() }).parse(request.params);
		const webhook = fleet.webhook(id);
		if (webhook === undefined) throw notFoundError('webhook', id);
		return { data: webhookResource(webhook, hosts()) };
	});
}

function contains(text: string, part: string | undefined): boolean {
	return part === undefined || text.toLowerCase().includes(part.toLowerCase());
}

function equals(value: boolean, filter: boolean | undefined): boolean {
	return filter === undefined || value === filter;
}
