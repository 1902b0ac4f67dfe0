import { NodeApiError } from 'n8n-workflow';
import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { connection } from '../schemas/connection';
import type { SmartcarApi } from '../transport/api';
import { toNodeError } from '../transport/node-error';
import { fetchNumberedPage, MAX_PAGE_SIZE } from '../transport/pages';
import { fetchVehicleIds } from '../transport/vehicle-list';
import { openApi, searchPages, type SearchPage } from './search';
import { vehicleName } from './vehicle-name';

/** Statuses with which the connections turn a vehicle token away. */
const NOT_FOR_THIS_TOKEN = new Set(['400', '401', '403']);

const VEHICLES_PER_PAGE = 50;

/**
 * One page of the vehicles in the v3 connections. The service lists live vehicles unless it is asked for simulated
 * ones, so those come after: the token says mode and page, such as `simulated:2`.
 */
async function connectedVehicles(api: SmartcarApi, mode: string, number: number): Promise<SearchPage> {
	const query = { 'filter[vehicle.mode]': mode };
	const list = { host: 'signalsUrl', path: '/connections', query, entry: connection } as const;
	const page = await fetchNumberedPage(api, list, number, MAX_PAGE_SIZE);
	const vehicles = new Map(
		page.entries.map(({ attributes, relationships }) => {
			const { id } = relationships.vehicle.data;
			return [id, { name: vehicleName(id, attributes?.vehicle), value: id }];
		}),
	);
	const read = (number - 1) * MAX_PAGE_SIZE + page.entries.length;
	const end = page.last || page.entries.length === 0 || (page.total !== undefined && read >= page.total);
	const afterwards = mode === 'live' ? 'simulated:1' : undefined;
	return { results: [...vehicles.values()], next: end ? afterwards : `${mode}:${number + 1}` };
}

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
		const [source = 'live', position = '1'] = token?.split(':') ?? [];
		if (source === 'ids') return await vehiclesOfToken(api, Number(position));
		try {
			return await connectedVehicles(api, source, Number(position));
		} catch (error) {
			const other = credentialType !== 'smartcarApplicationApi' && token === undefined;
			const turnedAway = error instanceof NodeApiError && NOT_FOR_THIS_TOKEN.has(error.httpCode ?? '');
			if (other && turnedAway) return await vehiclesOfToken(api, 0);
			throw toNodeError(this.getNode(), error);
		}
	};
	return await searchPages(fetchPage, filter, paginationToken);
}
