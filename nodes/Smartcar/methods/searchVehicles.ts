import { NodeApiError } from 'n8n-workflow';
import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import type { Connection } from '../actions/connection/schema';
import type { SmartcarClient } from '../transport/client';
import { toNodeError } from '../transport/errors/nodeError';
import {
	fetchVehicleIds,
	MAX_VEHICLES_PER_PAGE,
	rejectIfAllInvalid,
	vehicleListRequest,
} from '../transport/pagination';
import {
	createClient,
	fetchConnectionEntries,
	pastedId,
	searchPages,
	type SearchPage,
} from './listSearch';
import { vehicleName } from './vehicleName';

/** The statuses with which the connections reject a vehicle token. */
const REJECTED_TOKEN = new Set(['400', '401', '403']);

/** Returns one page of the v2.0 vehicle list. The token holds the offset, such as `ids:50`. */
async function fetchVehicleEntries(client: SmartcarClient, offset: number): Promise<SearchPage> {
	const page = await fetchVehicleIds(client, offset, MAX_VEHICLES_PER_PAGE);
	const { entries, invalidEntries = [] } = page;
	rejectIfAllInvalid(client, vehicleListRequest, entries.length, invalidEntries[0]);
	const count = entries.length + invalidEntries.length;
	const received = offset + count;
	const isComplete = page.total !== undefined && received >= page.total;
	const isLast = page.isLast || count === 0 || isComplete;
	return {
		results: entries.map((id) => ({ name: vehicleName(id, undefined), value: id })),
		next: isLast ? undefined : `ids:${received}`,
	};
}

/**
 * Lists the vehicles of the v3 connections. If Smartcar rejects the token there, because it is a
 * vehicle token, lists the IDs of v2.0. OAuth2 tokens are always vehicle tokens. They are not tried
 * on v3, because n8n would renew the token after the 401.
 */
export async function searchVehicles(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const client = await createClient(this);
	const vehicleId = pastedId(filter);
	const filters = vehicleId === undefined ? {} : { 'filter[vehicleId]': vehicleId };
	const fetchPage = async (token: string | undefined): Promise<SearchPage> => {
		const [source, offset] = token?.split(':') ?? [];
		const isOAuth2 = client.credentialType === 'smartcarOAuth2Api';
		if (isOAuth2 && token === undefined) return await fetchVehicleEntries(client, 0);
		if (source === 'ids') return await fetchVehicleEntries(client, Number(offset));
		try {
			const toEntry = ({ attributes, relationships }: Connection) => {
				const { id } = relationships.vehicle.data;
				return { name: vehicleName(id, attributes?.vehicle), value: id };
			};
			return await fetchConnectionEntries(client, token, toEntry, filters);
		} catch (error) {
			const mayBeVehicleToken =
				client.credentialType !== 'smartcarApplicationApi' && token === undefined;
			const isRejected = error instanceof NodeApiError && REJECTED_TOKEN.has(error.httpCode ?? '');
			if (mayBeVehicleToken && isRejected) return await fetchVehicleEntries(client, 0);
			throw toNodeError(this.getNode(), error);
		}
	};
	return await searchPages(this, fetchPage, filter, paginationToken);
}
