import { updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { subscription } from '../../schemas/subscription';
import type { SmartcarApi } from '../../transport/api';
import { readShapedPages } from '../../transport/pages';
import { addHeadersOption, listFields, optionsField } from '../common.descriptions';
import { readAddHeaders } from '../options';
import { readSimplify, simplifyFields } from '../output';
import { choiceFilter, idFilter, readFilters, readWanted } from '../parameters';
import { withHeaders } from '../response-headers';
import { simplifySubscription } from './simplify';

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
				displayName: 'User ID',
				name: 'userId',
				type: 'string',
				default: '',
				placeholder: 'e.g. 9bd0a9d2-c0a5-4a5e-8d7b-6b2a1f3a5f10',
				description: 'Only subscriptions of this user',
			},
			{
				displayName: 'Vehicle ID',
				name: 'vehicleId',
				type: 'string',
				default: '',
				placeholder: 'e.g. 36ab27d0-fd9d-4455-823a-ce30af709ffc',
				description: 'Only subscriptions of this vehicle',
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
				description: 'Only subscriptions of real or of simulated vehicles',
			},
			{
				displayName: 'Webhook ID',
				name: 'webhookId',
				type: 'string',
				default: '',
				placeholder: 'e.g. 6b1f0c52-2b7e-4e0c-9d68-0a4f6b1c2d3e',
				description: 'Only subscriptions to this webhook',
			},
		],
	},
	optionsField(addHeadersOption),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['subscription'], operation: ['getMany'] } },
	properties,
);

const FILTERS = {
	userId: idFilter('User ID', 'filter[userId]'),
	webhookId: idFilter('Webhook ID', 'filter[webhookId]'),
	vehicleId: idFilter('Vehicle ID', 'filter[vehicleId]'),
	vehicleMode: choiceFilter('Vehicle Mode', 'filter[vehicle.mode]', ['live', 'simulated']),
};

/** `GET /subscriptions` (spec): which vehicle of which user is subscribed to which webhook. */
export async function execute(this: IExecuteFunctions, item: number, api: SmartcarApi): Promise<IDataObject[]> {
	const wanted = readWanted(this, item);
	const query = readFilters(this, item, FILTERS);
	const simplify = readSimplify(this, item);
	const addHeaders = readAddHeaders(this, item);
	const list = { host: 'managementUrl', path: '/subscriptions', query, entry: subscription } as const;
	return await readShapedPages(api, list, wanted, (entry, headers) =>
		withHeaders(addHeaders, simplify ? simplifySubscription(entry) : entry, headers),
	);
}
