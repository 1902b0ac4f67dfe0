import { z } from 'zod';
import type { SmartcarClient } from './client';
import { pageEntriesSchema } from './listEntries';
import { collectPages, totalSchema, type ListResults, type PageSource } from './pagination';
import { entryCount, type Page } from './readAhead';
import type { ApiRequest } from './request';

/**
 * The largest page of the v2.0 vehicle list. See docs/contributing/smartcar-api.md#vehicle-list.
 */
export const MAX_VEHICLES_PER_PAGE = 50;

export const vehicleListRequest: ApiRequest = {
	method: 'GET',
	host: 'vehicleDataUrl',
	path: ['v2.0', 'vehicles'],
};

/** `GET /v2.0/vehicles`. `paging.count` is the number of vehicles in the whole list. */
export const vehicleListSchema = z.object({
	vehicles: pageEntriesSchema(z.string().min(1)),
	paging: z.object({ count: totalSchema }).passthrough().nullish(),
});

/** Requests one page of the v2.0 vehicle list. */
export async function fetchVehicleIds(
	client: SmartcarClient,
	offset: number,
	maxVehicles: number,
): Promise<Page<string>> {
	const limit = Math.min(maxVehicles, MAX_VEHICLES_PER_PAGE);
	const request = { ...vehicleListRequest, query: { limit, offset } };
	const { data, headers } = await client.request(request, vehicleListSchema);
	const { entries, invalidEntries } = data.vehicles;
	const total = data.paging?.count;
	const isLast = total === undefined && entryCount(data.vehicles) < limit;
	return { entries, invalidEntries, total, isLast, headers };
}

/**
 * Reads the v2.0 vehicle list, see {@link collectPages}. It requests no vehicle beyond the limit.
 */
export async function readVehicleIds<Result>(
	client: SmartcarClient,
	limit: number,
	listResults: ListResults<string, Result>,
): Promise<Result[]> {
	const source: PageSource<string> = {
		client,
		request: vehicleListRequest,
		fetchPage: async (_number, received) =>
			await fetchVehicleIds(client, received, Math.max(1, limit - received)),
		idOf: (id) => id,
	};
	return await collectPages(limit, source, listResults);
}
