import { updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { subscriptionDocument } from './schema';
import type { SmartcarApi } from '../../transport/client';
import { buildPath } from '../../transport/paths';
import { addHeadersOption, optionsField } from '../shared/common.descriptions';
import { subscriptionLocator } from '../shared/locators';
import { readAddHeaders } from '../shared/options';
import { readSimplify, simplifyFields } from '../shared/output';
import { withHeaders } from '../shared/responseHeaders';
import { simplifySubscription } from './simplify';

const properties: INodeProperties[] = [
	subscriptionLocator.field,
	...simplifyFields,
	optionsField(addHeadersOption),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['subscription'], operation: ['get'] } },
	properties,
);

/** `GET /subscriptions/{subscriptionId}` (spec). */
export async function execute(
	this: IExecuteFunctions,
	item: number,
	api: SmartcarApi,
): Promise<IDataObject[]> {
	const subscriptionId = subscriptionLocator.read(this, item);
	const simplify = readSimplify(this, item);
	const addHeaders = readAddHeaders(this, item);
	const path = buildPath('subscriptions', subscriptionId);
	const { data: document, headers } = await api.request(
		{ method: 'GET', host: 'managementUrl', path },
		subscriptionDocument,
	);
	const result = simplify ? simplifySubscription(document.data) : document.data;
	return [withHeaders(addHeaders, result, headers)];
}
