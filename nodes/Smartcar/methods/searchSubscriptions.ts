import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { subscription } from '../schemas/subscription';
import { fetchNumberedPage, MAX_PAGE_SIZE } from '../transport/pages';
import { openApi, searchPages } from './search';
import { vehicleName } from './vehicle-name';

/** Subscriptions for the picker, page by page, each named by its vehicle and its own ID. */
export async function searchSubscriptions(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const { api } = await openApi(this);
	const list = { host: 'managementUrl', path: '/subscriptions', query: {}, entry: subscription } as const;
	return await searchPages(
		async (token) => {
			const number = Number(token ?? 1);
			const page = await fetchNumberedPage(api, list, number, MAX_PAGE_SIZE);
			const read = (number - 1) * MAX_PAGE_SIZE + page.entries.length;
			const end = page.last || page.entries.length === 0 || (page.total !== undefined && read >= page.total);
			return {
				results: page.entries.map(({ id, attributes, relationships }) => ({
					name: `${vehicleName(relationships.vehicle.data.id, attributes.vehicle)} → ${id.slice(0, 8)}`,
					value: id,
				})),
				next: end ? undefined : String(number + 1),
			};
		},
		filter,
		paginationToken,
	);
}
