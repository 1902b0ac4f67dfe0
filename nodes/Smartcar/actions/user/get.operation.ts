import { updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import type { SmartcarClient } from '../../transport/client';
import {
	addHeadersOption,
	endOfV2Notice,
	optionsField,
	userOption,
} from '../shared/common.descriptions';
import { withHeaders } from '../shared/output';
import { readAddHeaders } from '../shared/parameters';
import { openObject } from '../shared/schema';

const properties: INodeProperties[] = [
	endOfV2Notice('In v3, Connection: Get Many lists users.'),
	optionsField(addHeadersOption, userOption),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['user'], operation: ['get'] } },
	properties,
);

export const user = openObject({ id: z.string().min(1) });

/** `GET /v2.0/user`: the user of the access token. See docs/contributing/smartcar-api.md#user-id. */
export async function execute(
	this: IExecuteFunctions,
	itemIndex: number,
	client: SmartcarClient,
): Promise<IDataObject[]> {
	const addHeaders = readAddHeaders(this, itemIndex);
	const { data, headers } = await client.request(
		{ method: 'GET', host: 'vehicleDataUrl', path: ['v2.0', 'user'] },
		user,
	);
	return [withHeaders(data, headers, addHeaders)];
}
