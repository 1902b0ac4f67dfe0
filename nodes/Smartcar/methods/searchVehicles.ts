import { NodeApiError } from 'n8n-workflow';
import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { vehicleIdOf } from '../actions/shared/connections';
import type { Connection } from '../actions/shared/connectionSchema';
import type { SmartcarClient } from '../transport/client';
import { isAfterEndOfV2 } from '../transport/errors/endOfV2';
import { toNodeError } from '../transport/errors/nodeError';
import { hasNextPage, rejectIfAllInvalid } from '../transport/pagination';
import { entryCount } from '../transport/readAhead';
import {
	fetchVehicleIds,
	MAX_VEHICLES_PER_PAGE,
	vehicleListRequest,
} from '../transport/vehicleList';
import {
	createClient,
	fetchConnectionEntries,
	searchPages,
	splitVehicleSearch,
	type SearchPage,
} from './listSearch';
import { vehicleName } from './vehicleName';

/** The statuses with which the connections reject a vehicle token. */
const REJECTED_TOKEN = new Set(['400', '401', '403']);

/** The statuses with which a host rejects v2.0 requests when it has no v2.0 API any more. */
const ENDED_API = new Set(['404', '410']);

/** An entry of the list, named by what Smartcar says about the vehicle of a connection. */
const toEntry = (connection: Connection) => {
	const id = vehicleIdOf(connection);
	return { name: vehicleName(id, connection.attributes?.vehicle), value: id };
};

const hasStatus = (error: unknown, statuses: Set<string>): boolean =>
	error instanceof NodeApiError && statuses.has(error.httpCode ?? '');

/** Returns one page of the v2.0 vehicle list. The token holds the offset, such as `ids:50`. */
async function fetchVehicleIdEntries(client: SmartcarClient, offset: number): Promise<SearchPage> {
	const page = await fetchVehicleIds(client, offset, MAX_VEHICLES_PER_PAGE);
	const { entries, invalidEntries } = page;
	if (offset === 0)
		rejectIfAllInvalid(client, vehicleListRequest, entries.length, invalidEntries[0]);
	const received = offset + entryCount(page);
	return {
		results: entries.map((id) => ({ name: vehicleName(id, undefined), value: id })),
		next: hasNextPage(page, received) ? `ids:${received}` : undefined,
	};
}

/** Lists the IDs of v2.0 after v3 has rejected the token, which may be a vehicle token. */
async function fetchIdsAfterRejection(
	context: ILoadOptionsFunctions,
	client: SmartcarClient,
	v3Error: unknown,
): Promise<SearchPage> {
	try {
		return await fetchVehicleIdEntries(client, 0);
	} catch (v2Error) {
		// After the end of v2.0 only the error of v3 says what is wrong with the token.
		const hasEnded = isAfterEndOfV2() || hasStatus(v2Error, ENDED_API);
		throw toNodeError(context.getNode(), hasEnded ? v3Error : v2Error);
	}
}

/**
 * Lists the vehicles of the v3 connections, or the IDs of v2.0 for a vehicle token. An access token
 * of the user can be one, which shows when v3 rejects it. OAuth2 tokens always are. They are not
 * tried on v3, because n8n would renew the token after the 401.
 */
export async function searchVehicles(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const client = await createClient(this);
	const { credentialType } = client;
	const { query } = splitVehicleSearch(filter);
	const fetchPage = async (token: string | undefined): Promise<SearchPage> => {
		const [source, offset] = token?.split(':') ?? [];
		if (source === 'ids') return await fetchVehicleIdEntries(client, Number(offset));
		const isFirstPage = token === undefined;
		if (isFirstPage && credentialType === 'smartcarOAuth2Api')
			return await fetchVehicleIdEntries(client, 0);
		try {
			return await fetchConnectionEntries(client, token, toEntry, query);
		} catch (error) {
			const mayBeVehicleToken = isFirstPage && credentialType === 'smartcarAccessTokenApi';
			if (mayBeVehicleToken && hasStatus(error, REJECTED_TOKEN))
				return await fetchIdsAfterRejection(this, client, error);
			throw toNodeError(this.getNode(), error);
		}
	};
	return await searchPages(this, fetchPage, filter, paginationToken);
}
