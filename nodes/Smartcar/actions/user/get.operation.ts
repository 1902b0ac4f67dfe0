import { updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { user } from '../../schemas/vehicleData';
import type { SmartcarApi } from '../../transport/api';
import { addHeadersOption, endOfV2Notice, optionsField, userOption } from '../common.descriptions';
import { readAddHeaders } from '../options';
import { withHeaders } from '../responseHeaders';

const replacedBy = 'Connection: Get Many lists users in v3.';

const properties: INodeProperties[] = [
	endOfV2Notice(replacedBy),
	optionsField(addHeadersOption, userOption),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['user'], operation: ['get'] } },
	properties,
);

/** `GET /v2.0/user` (spec): the user that the token stands for. The answer is one ID: there is nothing to simplify. */
export async function execute(
	this: IExecuteFunctions,
	item: number,
	api: SmartcarApi,
): Promise<IDataObject[]> {
	const addHeaders = readAddHeaders(this, item);
	const { data, headers } = await api.request(
		{ method: 'GET', host: 'vehicleDataUrl', path: '/v2.0/user' },
		user,
	);
	return [withHeaders(addHeaders, data, headers)];
}
