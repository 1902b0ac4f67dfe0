import { updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { webhookDocument } from './schema';
import type { SmartcarApi } from '../../transport/client';
import { buildPath } from '../../transport/paths';
import { addHeadersOption, optionsField } from '../shared/common.descriptions';
import { webhookLocator } from '../shared/locators';
import { readAddHeaders } from '../shared/options';
import { readSimplify, simplifyFields } from '../shared/output';
import { withHeaders } from '../shared/responseHeaders';
import { simplifyWebhook } from './simplify';

const properties: INodeProperties[] = [
	webhookLocator.field,
	...simplifyFields,
	optionsField(addHeadersOption),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['webhook'], operation: ['get'] } },
	properties,
);

/** `GET /webhooks/{webhookId}` (service: management API). */
export async function execute(
	this: IExecuteFunctions,
	item: number,
	api: SmartcarApi,
): Promise<IDataObject[]> {
	const webhookId = webhookLocator.read(this, item);
	const simplify = readSimplify(this, item);
	const addHeaders = readAddHeaders(this, item);
	const path = buildPath('webhooks', webhookId);
	const { data: document, headers } = await api.request(
		{ method: 'GET', host: 'managementUrl', path },
		webhookDocument,
	);
	const result = simplify ? simplifyWebhook(document.data) : document.data;
	return [withHeaders(addHeaders, result, headers)];
}
