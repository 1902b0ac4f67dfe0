import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { vehicleIdOf } from '../actions/shared/connections';
import { connectionSchema, type Connection } from '../actions/shared/connectionSchema';
import {
	createClient,
	fetchConnectionEntries,
	findPasted,
	searchPages,
	splitVehicleSearch,
} from './listSearch';
import { vehicleName } from './vehicleName';

function toEntry(connection: Connection) {
	const { id, attributes } = connection;
	const vehicle = vehicleName(vehicleIdOf(connection), attributes?.vehicle);
	return { name: `${vehicle} → ${id.slice(0, 8)}`, value: id };
}

/**
 * Lists the connections, each with the name of its vehicle and its own ID. A pasted ID can be that
 * of the connection or of the vehicle.
 */
export async function searchConnections(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const list = {
		host: 'signalsUrl',
		path: ['connections'],
		entrySchema: connectionSchema,
	} as const;
	const pasted = await findPasted(this, filter, list, toEntry);
	if (pasted) return pasted;
	const client = await createClient(this);
	const { query, text } = splitVehicleSearch(filter);
	return await searchPages(
		this,
		async (token) => await fetchConnectionEntries(client, token, toEntry, query),
		text,
		paginationToken,
	);
}
