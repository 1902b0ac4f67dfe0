import { updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { nothing } from '../../schemas/nothing';
import type { SmartcarApi } from '../../transport/api';
import { buildPath } from '../../transport/path';
import { addHeadersOption, optionsField } from '../common.descriptions';
import { connectionLocator } from '../locators';
import { readAddHeaders } from '../options';
import { withHeaders } from '../responseHeaders';

const properties: INodeProperties[] = [connectionLocator.field, optionsField(addHeadersOption)];

export const description = updateDisplayOptions(
	{ show: { resource: ['connection'], operation: ['delete'] } },
	properties,
);

/** `DELETE /connections/{connectionId}` (service: connections): the application loses its access to the vehicle. */
export async function execute(
	this: IExecuteFunctions,
	item: number,
	api: SmartcarApi,
): Promise<IDataObject[]> {
	const connectionId = connectionLocator.read(this, item);
	const addHeaders = readAddHeaders(this, item);
	const path = buildPath('connections', connectionId);
	const { headers } = await api.request({ method: 'DELETE', host: 'signalsUrl', path }, nothing);
	const result = { deleted: true };
	return [withHeaders(addHeaders, result, headers)];
}
