import { updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { connection } from '../../schemas/connection';
import type { SmartcarApi } from '../../transport/api';
import { readShapedPages } from '../../transport/pages';
import { addHeadersOption, listFields, optionsField } from '../common.descriptions';
import { readAddHeaders } from '../options';
import { readSimplify, simplifyFields } from '../output';
import { choiceFilter, idFilter, readFilters, readWanted, textFilter } from '../parameters';
import { withHeaders } from '../response-headers';
import { simplifyConnection } from './simplify';

const properties: INodeProperties[] = [
	...listFields,
	...simplifyFields,
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		description: 'Without Vehicle Mode, Smartcar lists connections of live vehicles only',
		options: [
			{
				displayName: 'External User ID',
				name: 'externalUserId',
				type: 'string',
				default: '',
				placeholder: 'e.g. customer-42',
				description: 'Only connections of the user whom your own system knows by this ID',
			},
			{
				displayName: 'User ID',
				name: 'userId',
				type: 'string',
				default: '',
				placeholder: 'e.g. 9bd0a9d2-c0a5-4a5e-8d7b-6b2a1f3a5f10',
				description: 'Only connections of this user',
			},
			{
				displayName: 'Vehicle ID',
				name: 'vehicleId',
				type: 'string',
				default: '',
				placeholder: 'e.g. 36ab27d0-fd9d-4455-823a-ce30af709ffc',
				description: 'Only connections of this vehicle',
			},
			{
				displayName: 'Vehicle Mode',
				name: 'vehicleMode',
				type: 'options',
				options: [
					{ name: 'Live', value: 'live' },
					{ name: 'Simulated', value: 'simulated' },
				],
				default: 'live',
				description: 'Only connections of real or of simulated vehicles. Without this filter, of real ones.',
			},
		],
	},
	optionsField(addHeadersOption),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['connection'], operation: ['getMany'] } },
	properties,
);

const FILTERS = {
	userId: idFilter('User ID', 'filter[userId]'),
	vehicleId: idFilter('Vehicle ID', 'filter[vehicleId]'),
	vehicleMode: choiceFilter('Vehicle Mode', 'filter[vehicle.mode]', ['live', 'simulated']),
	externalUserId: textFilter('External User ID', 'filter[user.externalId]'),
};

/** `GET /connections` (service: connections): which vehicle is connected by which user, with which permissions. */
export async function execute(this: IExecuteFunctions, item: number, api: SmartcarApi): Promise<IDataObject[]> {
	const wanted = readWanted(this, item);
	const query = readFilters(this, item, FILTERS);
	const simplify = readSimplify(this, item);
	const addHeaders = readAddHeaders(this, item);
	const list = { host: 'signalsUrl', path: '/connections', query, entry: connection } as const;
	return await readShapedPages(api, list, wanted, (entry, headers) =>
		withHeaders(addHeaders, simplify ? simplifyConnection(entry) : entry, headers),
	);
}
