import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { subscriptionSchema, type Subscription } from '../actions/subscription/schema';
import { findPasted, searchNumberedPages } from './listSearch';
import { vehicleName } from './vehicleName';

const toEntry = ({ id, attributes, relationships }: Subscription) => ({
	name: `${vehicleName(relationships.vehicle.data.id, attributes.vehicle)} → ${id.slice(0, 8)}`,
	value: id,
});

/** Lists the subscriptions, each with the name of its vehicle and its own ID. */
export async function searchSubscriptions(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const list = {
		host: 'managementUrl',
		path: ['subscriptions'],
		entry: subscriptionSchema,
	} as const;
	const pasted = await findPasted(this, filter, list, toEntry);
	if (pasted) return pasted;
	return await searchNumberedPages(this, { ...list, query: {} }, toEntry, filter, paginationToken);
}
