import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { createClient, fetchConnectionEntries, searchPages } from './listSearch';
import { vehicleName } from './vehicleName';

/** Lists the connections, each with the name of its vehicle and its own ID. */
export async function searchConnections(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const client = await createClient(this);
	return await searchPages(
		this,
		async (token) =>
			await fetchConnectionEntries(client, token, ({ id, attributes, relationships }) => ({
				name: `${vehicleName(relationships.vehicle.data.id, attributes?.vehicle)} → ${id.slice(0, 8)}`,
				value: id,
			})),
		filter,
		paginationToken,
	);
}
