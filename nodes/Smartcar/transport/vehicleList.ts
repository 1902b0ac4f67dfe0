import { vehicleList } from '../actions/vehicle/schema';
import type { SmartcarApi } from './client';
import { collectPages, listTrouble, type Page, type Wanted } from './pagination';
import type { ApiRequest } from './request';

/** The largest page of the v2.0 vehicle list (spec: Limits). */
const MAX_VEHICLES = 50;

/** One page of `GET /v2.0/vehicles`, from an offset. */
export async function fetchVehicleIds(
	api: SmartcarApi,
	offset: number,
	limit: number,
): Promise<Page<string>> {
	const request: ApiRequest = {
		method: 'GET',
		host: 'vehicleDataUrl',
		path: '/v2.0/vehicles',
		query: { limit: Math.min(limit, MAX_VEHICLES), offset },
	};
	const { data, headers } = await api.request(request, vehicleList);
	const total = data.paging?.count ?? undefined;
	const last = total === undefined && data.vehicles.length < Math.min(limit, MAX_VEHICLES);
	return { entries: data.vehicles, total, last, headers };
}

/**
 * Reads the v2.0 vehicle list by offset, see collectPages; with a limit no more is asked for than that. Each ID is
 * shaped with the headers of its page at hand.
 */
export async function readVehicleIds<Shape>(
	api: SmartcarApi,
	wanted: Wanted,
	shape: (id: string, headers: Record<string, string>) => Shape,
): Promise<Shape[]> {
	const limit = wanted.all ? Infinity : wanted.limit;
	const request: ApiRequest = { method: 'GET', host: 'vehicleDataUrl', path: '/v2.0/vehicles' };
	const source = {
		fetchPage: async (_page: number, received: number) =>
			await fetchVehicleIds(api, received, Math.max(1, limit - received)),
		idOf: (id: string) => id,
		trouble: (found: number, total?: number) => listTrouble(api, request, found, total),
	};
	return await collectPages(wanted, source, shape);
}
