import { updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { connectionDocument } from './schema';
import type { SmartcarApi } from '../../transport/client';
import { buildPath } from '../../transport/paths';
import { addHeadersOption, optionsField } from '../shared/common.descriptions';
import { connectionLocator } from '../shared/locators';
import { readAddHeaders } from '../shared/options';
import { readSimplify, simplifyFields } from '../shared/output';
import { withHeaders } from '../shared/responseHeaders';
import { simplifyConnection } from './simplify';

const properties: INodeProperties[] = [
	connectionLocator.field,
	...simplifyFields,
	optionsField(addHeadersOption),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['connection'], operation: ['get'] } },
	properties,
);

/** `GET /connections/{connectionId}` (service: connections). */
export async function execute(
	this: IExecuteFunctions,
	item: number,
	api: SmartcarApi,
): Promise<IDataObject[]> {
	const connectionId = connectionLocator.read(this, item);
	const simplify = readSimplify(this, item);
	const addHeaders = readAddHeaders(this, item);
	const path = buildPath('connections', connectionId);
	const { data: document, headers } = await api.request(
		{ method: 'GET', host: 'signalsUrl', path },
		connectionDocument,
	);
	const result = simplify ? simplifyConnection(document.data) : document.data;
	return [withHeaders(addHeaders, result, headers)];
}
