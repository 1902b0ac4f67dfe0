import { updateDisplayOptions } from 'n8n-workflow';
import type { INodeProperties } from 'n8n-workflow';
import type { SmartcarClient } from '../../transport/client';
import type { ApiRequest } from '../../transport/request';
import { addHeadersOption, optionsField } from './common.descriptions';
import { createIdReader, type IdReader, type Locator } from './locators';
import type { Operation } from './operation';
import { withHeaders } from './output';
import { readAddHeaders } from './parameters';
import { emptyBody } from './schema';

interface DeleteOneOptions {
	/** Value of the parameter Resource. */
	resource: string;
	/** The parameters that select the resource. */
	locators: Locator[];
	request: (id: IdReader) => Omit<ApiRequest, 'method'>;
	/** Sends the request and returns the headers of the response. */
	send?: (client: SmartcarClient, request: ApiRequest) => Promise<Record<string, string>>;
}

async function sendDeletion(client: SmartcarClient, request: ApiRequest) {
	const { headers } = await client.request(request, emptyBody);
	return headers;
}

/** Defines the operation Delete of a resource. It returns `{ deleted: true }`. */
export function deleteOne(options: DeleteOneOptions): Operation {
	const { resource, locators, send = sendDeletion } = options;
	const properties: INodeProperties[] = [
		...locators.map(({ field }) => field),
		optionsField(addHeadersOption),
	];
	return {
		description: updateDisplayOptions(
			{ show: { resource: [resource], operation: ['delete'] } },
			properties,
		),
		async execute(itemIndex, client) {
			const id = createIdReader(this, itemIndex, locators);
			const addHeaders = readAddHeaders(this, itemIndex);
			const headers = await send(client, { method: 'DELETE', ...options.request(id) });
			return [withHeaders({ deleted: true }, headers, addHeaders)];
		},
	};
}
