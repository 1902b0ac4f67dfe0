import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { webhook } from '../actions/webhook/schema';
import { pastedId, searchNumberedPages } from './listSearch';

/** Lists the webhooks by name. Disabled ones are marked. */
export async function searchWebhooks(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const name = filter?.trim() ?? '';
	// Smartcar's filter by name finds parts of it too. An ID is not part of a name.
	const query = name === '' || pastedId(name) !== undefined ? {} : { 'filter[name]': name };
	return await searchNumberedPages(
		this,
		{ host: 'managementUrl', path: ['webhooks'], query, entry: webhook },
		({ id, attributes }) => ({
			name: `${attributes.name ?? id}${attributes.isEnabled === false ? ' (disabled)' : ''}`,
			value: id,
		}),
		filter,
		paginationToken,
	);
}
