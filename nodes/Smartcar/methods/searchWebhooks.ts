import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { webhookSchema, type Webhook } from '../actions/webhook/schema';
import { findPasted, searchNumberedPages } from './listSearch';

const toEntry = ({ id, attributes }: Webhook) => ({
	name: `${attributes.name ?? id}${attributes.isEnabled === false ? ' (disabled)' : ''}`,
	value: id,
});

/**
 * Lists the webhooks by name and marks disabled ones. Smartcar searches the names. If it finds
 * nothing, the text is searched in the whole list, since it may be a part of an ID.
 */
export async function searchWebhooks(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const list = { host: 'managementUrl', path: ['webhooks'], entrySchema: webhookSchema } as const;
	const pasted = await findPasted(this, filter, list, toEntry);
	if (pasted) return pasted;
	const search = async (query: Record<string, string>) =>
		await searchNumberedPages(this, { ...list, query }, toEntry, filter, paginationToken);
	const name = filter?.trim() ?? '';
	const named = name === '' ? undefined : await search({ 'filter[name]': name });
	return named && named.results.length > 0 ? named : await search({});
}
