import { deepCopy, updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { compatibleVehicleList, type CompatibleVehicle } from './schema';
import type { SmartcarApi } from '../../transport/client';
import type { ApiRequest } from '../../transport/request';
import { addHeadersOption, listFields, optionsField } from '../shared/common.descriptions';
import { choiceFilter, filtersField, readFilters, textFilter } from '../shared/filters';
import { readAddHeaders, readSwitch } from '../shared/options';
import { explainNothing, readSimplify, simplifyFields } from '../shared/output';
import { readWanted } from '../shared/parameters';
import { withHeaders } from '../shared/responseHeaders';
import { AnswerCache } from './responseCache';
import { simplifyCompatibleVehicle } from './simplify';

const filters = [
	textFilter('filter[make]', {
		displayName: 'Make',
		name: 'make',
		type: 'string',
		default: '',
		placeholder: 'e.g. Tesla',
		description: 'Only models of this make, in any case',
	}),
	choiceFilter('filter[powertrainType]', {
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
		description: 'Only models with this kind of drive',
	}),
	choiceFilter('filter[region]', {
		displayName: 'Region',
		name: 'region',
		type: 'options',
		options: [
			{ name: 'Canada', value: 'CA' },
			{ name: 'Europe', value: 'EUROPE' },
			{ name: 'United States', value: 'US' },
		],
		default: 'US',
		description: 'Only models of this region',
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
		description: 'Whether to ask Smartcar again instead of using its answer of the last 24 hours',
	}),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['compatibleVehicle'], operation: ['getMany'] } },
	properties,
);

const WHY_NONE =
	'Smartcar knows no such model. Make must be a whole name, such as Tesla; every filter narrows the list down.';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The service asks to keep its answers for a day; one with all models is large, so few of them. */
const answers = new AnswerCache<{ models: CompatibleVehicle[]; headers: Record<string, string> }>(
	DAY_MS,
	20,
);

/**
 * `GET /v3/compatible-vehicles` (service: compatible vehicles): open to everybody, so no token is sent, and an answer
 * serves everybody who asks the same of the same host. All matches come in one answer; the limit is kept here.
 */
export async function execute(
	this: IExecuteFunctions,
	item: number,
	api: SmartcarApi,
): Promise<IDataObject[]> {
	const wanted = readWanted(this, item);
	const query = readFilters(this, item, filters);
	const simplify = readSimplify(this, item);
	const addHeaders = readAddHeaders(this, item);
	const refresh = readSwitch(this, item, 'refresh', 'Refresh');
	const request: ApiRequest = {
		method: 'GET',
		host: 'compatibilityUrl',
		path: '/v3/compatible-vehicles',
		query,
		withoutToken: true,
	};
	const key = JSON.stringify([api.origin(request).url, Object.entries(query).sort()]);
	const { models, headers } = await answers.get(this, key, refresh, async () => {
		const answer = await api.request(request, compatibleVehicleList);
		return { models: answer.data.data, headers: answer.headers };
	});
	const some = wanted.all ? models : models.slice(0, wanted.limit);
	// A copy, as what the workflow does to its items must not reach what is kept.
	const found = some.map((model) =>
		withHeaders(addHeaders, simplify ? simplifyCompatibleVehicle(model) : deepCopy(model), headers),
	);
	return found.length > 0 ? found : explainNothing(this, found, WHY_NONE);
}
