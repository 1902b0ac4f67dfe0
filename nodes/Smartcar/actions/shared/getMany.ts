import { updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { z } from 'zod';
import { readShapedPages } from '../../transport/pagination';
import type { ApiHost } from '../../transport/request';
import { addHeadersOption, listFields, optionsField } from './common.descriptions';
import { filtersField, readFilters, type Filter } from './filters';
import type { Operation } from './operation';
import { readAddHeaders } from './options';
import { explainNothing, readSimplify, simplifyFields } from './output';
import { readWanted } from './parameters';
import { withHeaders } from './responseHeaders';

type Resource = IDataObject & { id: string };

interface PagedList<T extends Resource> {
	/** Value of the Resource parameter. */
	resource: string;
	host: ApiHost;
	path: string;
	entry: z.ZodType<T, z.ZodTypeDef, unknown>;
	filters: Filter[];
	filtersDescription?: string;
	simplify: (entry: T) => IDataObject;
	/** Why the list may be empty, for an AI agent. */
	whyNone: string;
}

/** Get Many of a list that the service gives page by page (spec: Paging envelope): one item per entry. */
export function pagedList<T extends Resource>(list: PagedList<T>): Operation {
	const { resource, host, path, entry, filters, filtersDescription, whyNone } = list;
	const properties: INodeProperties[] = [
		...listFields,
		...simplifyFields,
		filtersField(filters, filtersDescription),
		optionsField(addHeadersOption),
	];
	return {
		description: updateDisplayOptions(
			{ show: { resource: [resource], operation: ['getMany'] } },
			properties,
		),
		async execute(item, api) {
			const wanted = readWanted(this, item);
			const query = readFilters(this, item, filters);
			const simplify = readSimplify(this, item);
			const addHeaders = readAddHeaders(this, item);
			const found = await readShapedPages(
				api,
				{ host, path, query, entry },
				wanted,
				(one, headers) => withHeaders(addHeaders, simplify ? list.simplify(one) : one, headers),
			);
			return found.length > 0 ? found : explainNothing(this, found, whyNone);
		},
	};
}
