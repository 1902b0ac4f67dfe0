import { deepCopy, NodeApiError, updateDisplayOptions } from 'n8n-workflow';
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
import { markInvalidEntry } from '../shared/invalidEntry';
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

const properties: INodeProperties[] = [
	...listFields,
	...simplifyFields,
	filtersField(filters),
	optionsField(addHeadersOption, {
		displayName: 'Refresh',
		name: 'refresh',
		type: 'boolean',
		default: true,
		description:
			'Whether to send a new request even if n8n still has a response from the last 24 hours. Large responses are never kept.',
	}),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['compatibleVehicle'], operation: ['getMany'] } },
	properties,
);

const EMPTY_HINT =
	'No models found. Remove filters, and enter the whole name of a make, such as Tesla.';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A list of all models can be 35 MB. It is not kept in memory. */
const MAX_KEPT_CHARACTERS = 2_000_000;

/** How many models are read before other work of n8n gets its turn. */
const MODELS_PER_TURN = 20;

interface ModelList {
	models: unknown[];
	/** What the response says beside the models. */
	paging: object;
	headers: Record<string, string>;
}

function isSmall({ models }: ModelList): boolean {
	let characters = 0;
	return models.every((model) => {
		characters += JSON.stringify(model).length;
		return characters <= MAX_KEPT_CHARACTERS;
	});
}

/** The latest responses, for all runs. Smartcar asks to cache them for a day. */
const responses = new BoundedMap<ModelList>({ maxEntries: 20, maxAgeMs: DAY_MS });

/** The items of a run share one request per key, even with Refresh. */
const requests = new SharedRequests<ModelList>();

/**
 * Turns models up to the limit into results, some at a time. Invalid models are marked. Throws if
 * all models are invalid, also those after the limit.
 */
async function toResults(
	client: SmartcarClient,
	request: ApiRequest,
	models: unknown[],
	limit: number,
	simplify: boolean,
): Promise<IDataObject[]> {
	const results: IDataObject[] = [];
	const invalidEntries: InvalidEntry[] = [];
	for (const [index, model] of models.slice(0, limit).entries()) {
		if (index > 0 && index % MODELS_PER_TURN === 0) await client.limiter.wait(1);
		const parsed = compatibleVehicleSchema.safeParse(model);
		if (!parsed.success) {
			const invalidEntry = { value: model, error: parsed.error };
			invalidEntries.push(invalidEntry);
			results.push(markInvalidEntry(client, request, invalidEntry));
			continue;
		}
		// The raw models are copied, because a workflow may change its items.
		results.push(simplify ? simplifyCompatibleVehicle(parsed.data) : deepCopy(parsed.data));
	}
	const isValid = (model: unknown) => compatibleVehicleSchema.safeParse(model).success;
	if (invalidEntries.length === results.length && !models.some(isValid))
		rejectIfAllInvalid(client, request, 0, invalidEntries[0]);
	return results;
}

/** Sends the access token only if the host asks for it. */
async function requestModels(client: SmartcarClient, request: ApiRequest) {
	try {
		return await client.request({ ...request, withoutToken: true }, compatibleVehicleListSchema);
	} catch (error) {
		const isRejected = error instanceof NodeApiError && error.httpCode === '401';
		if (!isRejected) throw toNodeError(client.details(request).node, error);
		return await client.request(request, compatibleVehicleListSchema);
	}
}

/** Requests the models and keeps the response if it is small. Errors are not kept. */
async function fetchModels(
	client: SmartcarClient,
	request: ApiRequest,
	key: string,
): Promise<ModelList> {
	const response = await requestModels(client, request);
	const { data: models, ...paging } = response.data;
	const list = { models, paging, headers: response.headers };
	if (isSmall(list)) responses.set(key, list);
	else responses.delete(key);
	return list;
}

/**
 * `GET /v3/compatible-vehicles`. The list is public, so all runs share the responses. One
 * response holds all models, so the limit is applied here.
 * See docs/contributing/smartcar-api.md#compatible-vehicles.
 */
export const execute: Operation['execute'] = async function (itemIndex, client) {
	const limit = readListLimit(this, itemIndex);
	const query = readFilters(this, itemIndex, filters);
	const simplify = readSimplify(this, itemIndex);
	const addHeaders = readAddHeaders(this, itemIndex);
	const refresh = readBooleanOption(this, itemIndex, 'refresh', 'Refresh');
	const request: ApiRequest = {
		method: 'GET',
		host: 'compatibilityUrl',
		path: ['v3', 'compatible-vehicles'],
		query,
	};
	const key = JSON.stringify([client.details(request).url, Object.entries(query).sort()]);
	const kept = refresh ? undefined : responses.get(key);
	const { models, paging, headers } =
		kept ?? (await requests.get(this, key, async () => await fetchModels(client, request, key)));
	warnIfIncomplete(client, request, paging, models.length);
	const results = await toResults(client, request, models, limit, simplify);
	if (results.length === 0) client.hints.addMessage(EMPTY_HINT);
	warnOfLimit(this, client, results, limit);
	return results.map((result) => withHeaders(result, headers, addHeaders));
};
