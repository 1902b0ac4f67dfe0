import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { webhookSchema, type Webhook } from '../actions/webhook/schema';
import { findPasted, searchNumberedPages } from './listSearch';

const toEntry = ({ id, attributes }: Webhook) => ({
	name: `${attributes.name ?? id}${attributes.isEnabled === false ? ' (disabled)' : ''}`,
	value: id,
});

/** Lists the webhooks by name and marks disabled ones. */
export async function searchWebhooks(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const list = { host: 'managementUrl', path: ['webhooks'], entrySchema: webhookSchema } as const;
	const pasted = await findPasted(this, filter, list, toEntry);
	if (pasted) return pasted;
	// Not by Smartcar's `filter[name]`, which does not find a part of an ID.
	return await searchNumberedPages(this, { ...list, query: {} }, toEntry, filter, paginationToken);
}
