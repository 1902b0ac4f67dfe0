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
		async execute(item, client) {
			const limit = readListLimit(item);
			const query = readFilters(item, filters);
			const simplify = readSimplify(item);
			const addHeaders = readAddHeaders(item);
			const list = { host, path, query, entrySchema };
			const request: ApiRequest = { method: 'GET', host, path };
			const results = await readNumberedList(client, list, limit, {
				toResult: (data, headers) => {
					checkFiltered(item, filters, query, data);
					return withHeaders(simplify ? options.simplify(data) : data, headers, addHeaders);
				},
				invalidToResult: (invalidEntry, headers) => {
					checkFiltered(item, filters, query, invalidEntry.value);
					return withHeaders(markInvalidEntry(client, request, invalidEntry), headers, addHeaders);
				},
			});
			if (results.length === 0) client.hints.addMessage(emptyHint);
			warnOfLimit(item, client, results, limit);
			return results;
		},
	};
}
