import { NodeApiError } from 'n8n-workflow';
import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import type { SmartcarApi } from '../transport/client';
import { toNodeError } from '../transport/errors/nodeError';
import { fetchVehicleIds } from '../transport/vehicleList';
import { connectionPage } from './connectionPage';
import { openApi, searchPages, type SearchPage } from './listSearch';
import { vehicleName } from './vehicleName';

/** Statuses with which the connections turn a vehicle token away. */
const NOT_FOR_THIS_TOKEN = new Set(['400', '401', '403']);

const VEHICLES_PER_PAGE = 50;

/** One page of the vehicle IDs that a vehicle token gives, from an offset. */
async function vehiclesOfToken(api: SmartcarApi, offset: number): Promise<SearchPage> {
	const { entries, total, last } = await fetchVehicleIds(api, offset, VEHICLES_PER_PAGE);
	const read = offset + entries.length;
	const end = last || entries.length === 0 || (total !== undefined && read >= total);
	return {
		results: entries.map((id) => ({ name: vehicleName(id, undefined), value: id })),
		next: end ? undefined : `ids:${read}`,
	};
}

/**
 * Vehicles for the picker, page by page: from the v3 connections with make, model and year, or, where these do not
 * take the access token because it is a vehicle's, as plain IDs from the v2.0 list.
 */
export async function searchVehicles(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const { api, credentialType } = await openApi(this);
	const fetchPage = async (token: string | undefined): Promise<SearchPage> => {
		const [source, position] = token?.split(':') ?? [];
		if (source === 'ids') return await vehiclesOfToken(api, Number(position));
		try {
			return await connectionPage(api, token, ({ attributes, relationships }) => {
				const { id } = relationships.vehicle.data;
				return { name: vehicleName(id, attributes?.vehicle), value: id };
			});
		} catch (error) {
			const other = credentialType !== 'smartcarApplicationApi' && token === undefined;
			const turnedAway =
				error instanceof NodeApiError && NOT_FOR_THIS_TOKEN.has(error.httpCode ?? '');
			if (other && turnedAway) return await vehiclesOfToken(api, 0);
			throw toNodeError(this.getNode(), error);
		}
	};
	return await searchPages(fetchPage, filter, paginationToken);
}
