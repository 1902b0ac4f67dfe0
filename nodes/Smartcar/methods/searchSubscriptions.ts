import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { subscriptionSchema, type Subscription } from '../actions/subscription/schema';
import { findPasted, searchNumberedPages, splitVehicleSearch } from './listSearch';
import { vehicleName } from './vehicleName';

function toEntry({ id, attributes, relationships }: Subscription) {
	const vehicle = vehicleName(relationships.vehicle.data.id, attributes.vehicle);
	const webhook = `webhook ${relationships.webhook.data.id.slice(0, 8)}`;
	return { name: `${vehicle} → ${webhook} · ${id.slice(0, 8)}`, value: id };
}

/**
 * Lists the subscriptions, each with the name of its vehicle, its webhook and its own ID. A pasted
 * ID can be that of the subscription or of the vehicle.
 */
export async function searchSubscriptions(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const list = {
		host: 'managementUrl',
		path: ['subscriptions'],
		entrySchema: subscriptionSchema,
	} as const;
	const pasted = await findPasted(this, filter, list, toEntry);
	if (pasted) return pasted;
	const { query, text } = splitVehicleSearch(filter);
	return await searchNumberedPages(this, { ...list, query }, toEntry, text, paginationToken);
}
