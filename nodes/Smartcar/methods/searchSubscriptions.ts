import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { subscription } from '../actions/subscription/schema';
import { searchNumberedPages } from './listSearch';
import { vehicleName } from './vehicleName';

/** Lists the subscriptions, each with the name of its vehicle and its own ID. */
export async function searchSubscriptions(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await searchNumberedPages(
		this,
		{ host: 'managementUrl', path: ['subscriptions'], query: {}, entry: subscription },
		({ id, attributes, relationships }) => ({
			name: `${vehicleName(relationships.vehicle.data.id, attributes.vehicle)} → ${id.slice(0, 8)}`,
			value: id,
		}),
		filter,
		paginationToken,
	);
}
