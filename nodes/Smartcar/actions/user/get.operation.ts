import { updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { user } from '../vehicle/schema';
import type { SmartcarApi } from '../../transport/client';
import {
	addHeadersOption,
	endOfV2Notice,
	optionsField,
	userOption,
} from '../shared/common.descriptions';
import { readAddHeaders } from '../shared/options';
import { withHeaders } from '../shared/responseHeaders';

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
