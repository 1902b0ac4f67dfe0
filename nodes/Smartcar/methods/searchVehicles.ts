import { NodeApiError } from 'n8n-workflow';
import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import type { Connection } from '../actions/connection/schema';
import type { SmartcarClient } from '../transport/client';
import { isAfterEndOfV2 } from '../transport/errors/endOfV2';
import { toNodeError } from '../transport/errors/nodeError';
import {
	fetchVehicleIds,
	hasNextPage,
	MAX_VEHICLES_PER_PAGE,
	rejectIfAllInvalid,
	vehicleListRequest,
} from '../transport/pagination';
import { entryCount } from '../transport/readAhead';
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

/** The statuses that tell that there is no v2.0 API any more. */
const ENDED_API = new Set(['404', '410']);

const hasStatus = (error: unknown, statuses: Set<string>): boolean =>
	error instanceof NodeApiError && statuses.has(error.httpCode ?? '');

/** Returns one page of the v2.0 vehicle list. The token holds the offset, such as `ids:50`. */
async function fetchVehicleEntries(client: SmartcarClient, offset: number): Promise<SearchPage> {
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
	const { query } = splitVehicleSearch(filter);
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
			return await fetchConnectionEntries(client, token, toEntry, query);
		} catch (error) {
			const mayBeVehicleToken =
				client.credentialType !== 'smartcarApplicationApi' && token === undefined;
			if (!mayBeVehicleToken || !hasStatus(error, REJECTED_TOKEN))
				throw toNodeError(this.getNode(), error);
			try {
				return await fetchVehicleEntries(client, 0);
			} catch (v2Error) {
				// After the end of v2.0 only the error of v3 says what is wrong with the token.
				const hasEnded = isAfterEndOfV2() || hasStatus(v2Error, ENDED_API);
				throw toNodeError(this.getNode(), hasEnded ? error : v2Error);
			}
		}
	};
	return await searchPages(this, fetchPage, filter, paginationToken);
}
