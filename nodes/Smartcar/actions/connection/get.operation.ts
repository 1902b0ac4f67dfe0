import { updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { connectionDocument } from '../../schemas/connection';
import type { SmartcarApi } from '../../transport/api';
import { buildPath } from '../../transport/path';
import { addHeadersOption, optionsField } from '../common.descriptions';
import { connectionLocator } from '../locators';
import { readAddHeaders } from '../options';
import { readSimplify, simplifyFields } from '../output';
import { withHeaders } from '../responseHeaders';
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
