import { updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { nothing } from '../shared/nothing';
import type { SmartcarApi } from '../../transport/client';
import { buildPath } from '../../transport/paths';
import { addHeadersOption, optionsField } from '../shared/common.descriptions';
import { connectionLocator } from '../shared/locators';
import { readAddHeaders } from '../shared/options';
import { withHeaders } from '../shared/responseHeaders';

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
