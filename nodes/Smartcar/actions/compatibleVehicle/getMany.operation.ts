import { deepCopy, updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { SmartcarClient } from '../../transport/client';
import type { ApiRequest } from '../../transport/request';
import {
	addHeadersOption,
	listFields,
	optionsField,
	simplifyFields,
} from '../shared/common.descriptions';
import { filtersField, optionFilter, readFilters, textFilter } from '../shared/filters';
import { withHeaders, withHintForTool } from '../shared/output';
import {
	readAddHeaders,
	readBooleanOption,
	readListLimit,
	readSimplify,
} from '../shared/parameters';
import { ResponseCache } from './responseCache';
import { compatibleVehicleList, type CompatibleVehicle } from './schema';
import { simplifyCompatibleVehicle } from './simplify';

const filters = [
	textFilter('filter[make]', {
		displayName: 'Make',
		name: 'make',
		type: 'string',
		default: '',
		placeholder: 'e.g. Tesla',
		description: 'Only models of this make. Case does not matter.',
	}),
	optionFilter('filter[powertrainType]', {
		displayName: 'Powertrain Type',
		name: 'powertrainType',
		type: 'options',
		options: [
			{ name: 'Battery Electric', value: 'BEV' },
			{ name: 'Combustion', value: 'ICE' },
			{ name: 'Hybrid', value: 'HEV' },
			{ name: 'Plug-in Hybrid', value: 'PHEV' },
		],
		default: 'BEV',
		description: 'Only models with this powertrain',
	}),
	optionFilter('filter[region]', {
		displayName: 'Region',
		name: 'region',
		type: 'options',
		options: [
			{ name: 'Canada', value: 'CA' },
			{ name: 'Europe', value: 'EUROPE' },
			{ name: 'United States', value: 'US' },
		],
		default: 'US',
		description: 'Only models sold in this region',
	}),
];

const properties: INodeProperties[] = [
	...listFields,
	...simplifyFields,
	filtersField(filters),
	optionsField(addHeadersOption, {
		displayName: 'Refresh',
		name: 'refresh',
		type: 'boolean',
		default: true,
		description: 'Whether to send a new request even if n8n has a response from the last 24 hours',
	}),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['compatibleVehicle'], operation: ['getMany'] } },
	properties,
);

const EMPTY_HINT =
	'Smartcar knows no such model. Every filter narrows the list. Make must be a whole name, such as Tesla.';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Smartcar asks to cache the responses for a day. They are large, so only few are kept. */
const cache = new ResponseCache<{ models: CompatibleVehicle[]; headers: Record<string, string> }>(
	DAY_MS,
	20,
);

/**
 * `GET /v3/compatible-vehicles`. The host needs no token, so all runs share the responses. One
 * response holds all models, so the limit is applied here.
 * See docs/contributing/smartcar-api.md#compatible-vehicles.
 */
export async function execute(
	this: IExecuteFunctions,
	itemIndex: number,
	client: SmartcarClient,
): Promise<IDataObject[]> {
	const listLimit = readListLimit(this, itemIndex);
	const query = readFilters(this, itemIndex, filters);
	const simplify = readSimplify(this, itemIndex);
	const addHeaders = readAddHeaders(this, itemIndex);
	const refresh = readBooleanOption(this, itemIndex, 'refresh', 'Refresh');
	const request: ApiRequest = {
		method: 'GET',
		host: 'compatibilityUrl',
		path: ['v3', 'compatible-vehicles'],
		query,
		withoutToken: true,
	};
	const key = JSON.stringify([client.origin(request).url, Object.entries(query).sort()]);
	const { models, headers } = await cache.get(this, key, refresh, async () => {
		const response = await client.request(request, compatibleVehicleList);
		return { models: response.data.data, headers: response.headers };
	});
	const limited = listLimit.all ? models : models.slice(0, listLimit.limit);
	// The raw models are copied, because a workflow may change its items.
	const results = limited.map((model) =>
		withHeaders(simplify ? simplifyCompatibleVehicle(model) : deepCopy(model), headers, addHeaders),
	);
	return results.length > 0 ? results : withHintForTool(this, results, EMPTY_HINT);
}
