import { deepCopy, NodeApiError } from 'n8n-workflow';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { BoundedMap } from '../../../shared/boundedMap';
import type { SmartcarClient } from '../../transport/client';
import { toNodeError } from '../../transport/errors/nodeError';
import type { InvalidEntry } from '../../transport/listEntries';
import { rejectIfAllInvalid, warnIfIncomplete } from '../../transport/pagination';
import type { ApiRequest } from '../../transport/request';
import {
	addHeadersOption,
	listFields,
	optionsField,
	simplifyFields,
} from '../shared/common.descriptions';
import { filtersField, optionFilter, readFilters, textFilter } from '../shared/filters';
import { markInvalidEntry } from '../shared/markInvalidEntry';
import type { Operation } from '../shared/operation';
import { warnOfLimit, withHeaders } from '../shared/output';
import {
	readAddHeaders,
	readBooleanOption,
	readListLimit,
	readSimplify,
} from '../shared/parameters';
import { SharedRequests } from '../shared/sharedRequests';
import { compatibleVehicleSchema, compatibleVehicleListSchema } from './schema';
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

const refreshOption: INodeProperties = {
	displayName: 'Refresh',
	name: 'refresh',
	type: 'boolean',
	default: true,
	description:
		'Whether to request the list again even if n8n has it from the last 24 hours. A large or incomplete list is always requested again.',
};

export const properties: INodeProperties[] = [
	...listFields,
	...simplifyFields,
	filtersField(filters),
	optionsField(addHeadersOption, refreshOption),
];

const EMPTY_HINT =
	'No models found. Remove filters, and enter the whole name of a make, such as Tesla.';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A longer list is not cached: that of all models can be 35 MB. */
const MAX_CACHED_CHARACTERS = 2_000_000;

/** How many models are checked before other work of n8n gets its turn. */
const MODELS_PER_TURN = 20;

interface ModelList {
	models: unknown[];
	headers: Record<string, string>;
}

const isValid = (model: unknown): boolean => compatibleVehicleSchema.safeParse(model).success;

/** Whether a complete list is worth keeping. An empty list may be one that failed. */
function isCacheable({ models }: ModelList): boolean {
	if (!models.some(isValid)) return false;
	let characters = 0;
	for (const model of models) {
		characters += JSON.stringify(model).length;
		if (characters > MAX_CACHED_CHARACTERS) return false;
	}
	return true;
}

/** The lists that any run has requested. Smartcar asks its callers to cache them for a day. */
const cachedLists = new BoundedMap<ModelList>({ maxEntries: 20, maxAgeMs: DAY_MS });

/** Items of a run with the same filters share one request, even with Refresh. */
const requestsOfRun = new SharedRequests<ModelList>();

/**
 * Turns models up to the limit into results, some at a time, and marks invalid ones. Throws if no
 * model is valid, not even one beyond the limit.
 */
async function toResults(
	client: SmartcarClient,
	request: ApiRequest,
	models: unknown[],
	limit: number,
	simplify: boolean,
): Promise<IDataObject[]> {
	const results: IDataObject[] = [];
	let hasValidResult = false;
	let firstInvalid: InvalidEntry | undefined;
	for (const [index, model] of models.slice(0, limit).entries()) {
		if (index > 0 && index % MODELS_PER_TURN === 0) await client.limiter.wait(1);
		const parsed = compatibleVehicleSchema.safeParse(model);
		if (parsed.success) {
			hasValidResult = true;
			// The raw models are copied, because a workflow may change its items.
			results.push(simplify ? simplifyCompatibleVehicle(parsed.data) : deepCopy(parsed.data));
		} else {
			const invalidEntry = { value: model, error: parsed.error };
			firstInvalid ??= invalidEntry;
			results.push(markInvalidEntry(client, request, invalidEntry));
		}
	}
	const hasValidModel = hasValidResult || models.slice(limit).some(isValid);
	if (!hasValidModel) rejectIfAllInvalid(client, request, 0, firstInvalid);
	return results;
}

/** Requests all models. Sends the access token only if the host rejects the request without it. */
async function requestModels(client: SmartcarClient, request: ApiRequest) {
	try {
		return await client.request({ ...request, withoutToken: true }, compatibleVehicleListSchema);
	} catch (error) {
		const isRejected = error instanceof NodeApiError && error.httpCode === '401';
		if (!isRejected) throw toNodeError(client.details(request).node, error);
		return await client.request(request, compatibleVehicleListSchema);
	}
}

/** Requests all models, and caches the list unless it is too large, empty or not complete. */
async function fetchModels(
	client: SmartcarClient,
	request: ApiRequest,
	cacheKey: string,
): Promise<ModelList> {
	const response = await requestModels(client, request);
	const { data: models } = response.data;
	const list = { models, headers: response.headers };
	const isComplete = warnIfIncomplete(client, request, response.data, models.length);
	if (isComplete && isCacheable(list)) cachedLists.set(cacheKey, list);
	// The list that was cached before is outdated.
	else cachedLists.delete(cacheKey);
	return list;
}

/**
 * `GET /v3/compatible-vehicles`. The list is public, so all runs share the responses. One
 * response holds all models, so the limit is applied here.
 * See docs/contributing/smartcar-api.md#compatible-vehicles.
 */
export const execute: Operation['execute'] = async (item, client) => {
	const limit = readListLimit(item);
	const query = readFilters(item, filters);
	const simplify = readSimplify(item);
	const addHeaders = readAddHeaders(item);
	const refresh = readBooleanOption(item, refreshOption);
	const request: ApiRequest = {
		method: 'GET',
		host: 'compatibilityUrl',
		path: ['v3', 'compatible-vehicles'],
		query,
	};
	const cacheKey = JSON.stringify([client.details(request).url, Object.entries(query).sort()]);
	const cached = refresh ? undefined : cachedLists.get(cacheKey);
	const { models, headers } =
		cached ??
		(await requestsOfRun.get(
			client.limiter,
			cacheKey,
			async () => await fetchModels(client, request, cacheKey),
		));
	const results = await toResults(client, request, models, limit, simplify);
	if (results.length === 0) client.hints.addMessage(EMPTY_HINT);
	warnOfLimit(item, client, results, limit);
	return results.map((result) => withHeaders(result, headers, addHeaders));
};
