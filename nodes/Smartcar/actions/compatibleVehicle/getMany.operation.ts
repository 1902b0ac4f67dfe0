import { updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { compatibleVehicleList } from '../../schemas/compatible-vehicle';
import type { SmartcarApi } from '../../transport/api';
import type { ApiRequest } from '../../transport/request';
import { addHeadersOption, listFields, optionsField } from '../common.descriptions';
import { readAddHeaders } from '../options';
import { readSimplify, simplifyFields } from '../output';
import { choiceFilter, readFilters, readWanted, textFilter } from '../parameters';
import { withHeaders } from '../response-headers';
import { simplifyCompatibleVehicle } from './simplify';

const properties: INodeProperties[] = [
	...listFields,
	...simplifyFields,
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		options: [
			{
				displayName: 'Make',
				name: 'make',
				type: 'string',
				default: '',
				placeholder: 'e.g. Tesla',
				description: 'Only models of this make, in any case',
			},
			{
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
			},
			{
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
			},
		],
	},
	optionsField(addHeadersOption),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['compatibleVehicle'], operation: ['getMany'] } },
	properties,
);

const FILTERS = {
	make: textFilter('Make', 'filter[make]'),
	powertrainType: choiceFilter('Powertrain Type', 'filter[powertrainType]', ['BEV', 'HEV', 'ICE', 'PHEV']),
	region: choiceFilter('Region', 'filter[region]', ['CA', 'EUROPE', 'US']),
};

/**
 * `GET /v3/compatible-vehicles` (service: compatible vehicles): open to everybody, so no token is sent. All matches
 * come in one answer; the limit is kept here.
 */
export async function execute(this: IExecuteFunctions, item: number, api: SmartcarApi): Promise<IDataObject[]> {
	const wanted = readWanted(this, item);
	const query = readFilters(this, item, FILTERS);
	const simplify = readSimplify(this, item);
	const addHeaders = readAddHeaders(this, item);
	const request: ApiRequest = {
		method: 'GET',
		host: 'compatibilityUrl',
		path: '/v3/compatible-vehicles',
		query,
		withoutToken: true,
	};
	const { data: list, headers } = await api.request(request, compatibleVehicleList);
	const models = wanted.all ? list.data : list.data.slice(0, wanted.limit);
	return models.map((model) => withHeaders(addHeaders, simplify ? simplifyCompatibleVehicle(model) : model, headers));
}
