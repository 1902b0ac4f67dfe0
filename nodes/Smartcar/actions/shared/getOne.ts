import { updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { z } from 'zod';
import type { ApiRequest } from '../../transport/request';
import { addHeadersOption, optionsField, simplifyFields } from './common.descriptions';
import { createIdReader, type IdReader, type Locator } from './locators';
import type { Operation } from './operation';
import { withHeaders } from './output';
import { readAddHeaders, readSimplify } from './parameters';

interface GetOneOptions<T extends IDataObject> {
	/** Value of the parameter Resource. */
	resource: string;
	/** The parameters that select the resource. */
	locators: Locator[];
	request: (id: IdReader) => Omit<ApiRequest, 'method'>;
	/** Schema of the response. */
	document: z.ZodType<{ data: T }, z.ZodTypeDef, unknown>;
	simplify: (data: T, id: IdReader) => IDataObject;
}

/** Defines the operation Get of a management or v3 resource. It returns one object. */
export function getOne<T extends IDataObject>(options: GetOneOptions<T>): Operation {
	const { resource, locators } = options;
	const properties: INodeProperties[] = [
		...locators.map(({ field }) => field),
		...simplifyFields,
		optionsField(addHeadersOption),
	];
	return {
		description: updateDisplayOptions(
			{ show: { resource: [resource], operation: ['get'] } },
			properties,
		),
		async execute(itemIndex, client) {
			const id = createIdReader(this, itemIndex, locators);
			const simplify = readSimplify(this, itemIndex);
			const addHeaders = readAddHeaders(this, itemIndex);
			const request: ApiRequest = { method: 'GET', ...options.request(id) };
			const { data: document, headers } = await client.request(request, options.document);
			const { data } = document;
			return [withHeaders(simplify ? options.simplify(data, id) : data, headers, addHeaders)];
		},
	};
}
