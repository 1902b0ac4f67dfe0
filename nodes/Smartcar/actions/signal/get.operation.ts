import { updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { signalDocument } from './schema';
import type { SmartcarApi } from '../../transport/client';
import { buildPath } from '../../transport/paths';
import type { ApiRequest } from '../../transport/request';
import { addHeadersOption, optionsField } from '../shared/common.descriptions';
import { signalLocator, userLocator, vehicleLocator } from '../shared/locators';
import { readAddHeaders } from '../shared/options';
import { readSimplify, simplifyFields } from '../shared/output';
import { withHeaders } from '../shared/responseHeaders';
import { simplifySignal } from './simplify';

const properties: INodeProperties[] = [
	vehicleLocator.field,
	userLocator.field,
	signalLocator.field,
	...simplifyFields,
	optionsField(addHeadersOption),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['signal'], operation: ['get'] } },
	properties,
);

/** `GET /vehicles/{vehicleId}/signals/{signalCode}` (service: v3 signals). */
export async function execute(
	this: IExecuteFunctions,
	item: number,
	api: SmartcarApi,
): Promise<IDataObject[]> {
	const vehicleId = vehicleLocator.read(this, item);
	const userId = userLocator.read(this, item);
	const code = signalLocator.read(this, item);
	const simplify = readSimplify(this, item);
	const addHeaders = readAddHeaders(this, item);
	const request: ApiRequest = {
		method: 'GET',
		host: 'signalsUrl',
		path: buildPath('vehicles', vehicleId, 'signals', code),
		headers: { 'sc-user-id': userId },
	};
	const { data: document, headers } = await api.request(request, signalDocument);
	const result = simplify ? simplifySignal(document.data, vehicleId) : document.data;
	return [withHeaders(addHeaders, result, headers)];
}
