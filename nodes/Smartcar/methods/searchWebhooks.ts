import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { webhook } from '../schemas/webhook';
import { fetchNumberedPage, MAX_PAGE_SIZE } from '../transport/pages';
import { openApi, searchPages } from './search';

/** Webhooks for the picker, page by page, by name; those that are disabled are marked. */
export async function searchWebhooks(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const { api } = await openApi(this);
	const list = { host: 'managementUrl', path: '/webhooks', query: {}, entry: webhook } as const;
	return await searchPages(
		async (token) => {
			const number = Number(token ?? 1);
			const page = await fetchNumberedPage(api, list, number, MAX_PAGE_SIZE);
			const read = (number - 1) * MAX_PAGE_SIZE + page.entries.length;
			const end = page.last || page.entries.length === 0 || (page.total !== undefined && read >= page.total);
			return {
				results: page.entries.map(({ id, attributes }) => ({
					name: `${attributes.name ?? id}${attributes.isEnabled === false ? ' (disabled)' : ''}`,
					value: id,
				})),
				next: end ? undefined : String(number + 1),
			};
		},
		filter,
		paginationToken,
	);
}
