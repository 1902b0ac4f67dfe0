import type { IDataObject } from 'n8n-workflow';
import type { z } from 'zod';
import { readNumberedList } from '../../transport/pagination';
import type { ApiHost, ApiRequest } from '../../transport/request';
import { addHeadersOption, listFields, optionsField, simplifyFields } from './common.descriptions';
import { checkFiltered, filtersField, readFilters, type Filter } from './filters';
import { markInvalidEntry } from './markInvalidEntry';
import type { Operation } from './operation';
import { warnOfLimit, withHeaders } from './output';
import { readAddHeaders, readListLimit, readSimplify } from './parameters';

type Resource = IDataObject & { id: string };

interface GetManyOptions<T extends Resource> {
	host: ApiHost;
	path: string[];
	/** Schema of one entry. */
	entrySchema: z.ZodType<T, z.ZodTypeDef, unknown>;
	filters: Filter[];
	filtersDescription?: string;
	simplify: (entry: T) => IDataObject;
	/** Says why the list may be empty. */
	emptyHint: string;
}

/** Defines the operation Get Many of a management or v3 list. It returns one object per entry. */
export function getMany<T extends Resource>(options: GetManyOptions<T>): Operation {
	const { host, path, entrySchema, filters, filtersDescription, emptyHint } = options;
	return {
		properties: [
			...listFields,
			...simplifyFields,
			filtersField(filters, filtersDescription),
			optionsField(addHeadersOption),
		],
		async execute(itemIndex, client) {
			const limit = readListLimit(this, itemIndex);
			const query = readFilters(this, itemIndex, filters);
			const simplify = readSimplify(this, itemIndex);
			const addHeaders = readAddHeaders(this, itemIndex);
			const list = { host, path, query, entrySchema };
			const request: ApiRequest = { method: 'GET', host, path };
			const results = await readNumberedList(client, list, limit, {
				toResult: (data, headers) => {
					checkFiltered(this, itemIndex, filters, query, data);
					return withHeaders(simplify ? options.simplify(data) : data, headers, addHeaders);
				},
				invalidToResult: (invalidEntry, headers) => {
					checkFiltered(this, itemIndex, filters, query, invalidEntry.value);
					return withHeaders(markInvalidEntry(client, request, invalidEntry), headers, addHeaders);
				},
			});
			if (results.length === 0) client.hints.addMessage(emptyHint);
			warnOfLimit(this, client, results, limit);
			return results;
		},
	};
}
