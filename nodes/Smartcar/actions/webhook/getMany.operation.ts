import { updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { webhook } from '../../schemas/webhook';
import type { SmartcarApi } from '../../transport/api';
import { readShapedPages } from '../../transport/pages';
import { addHeadersOption, listFields, optionsField } from '../common.descriptions';
import { readAddHeaders } from '../options';
import { readSimplify, simplifyFields } from '../output';
import { flagFilter, readFilters, readWanted, textFilter } from '../parameters';
import { withHeaders } from '../response-headers';
import { simplifyWebhook } from './simplify';

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
				displayName: 'Auto Subscribe',
				name: 'autoSubscribe',
				type: 'boolean',
				default: true,
				description: 'Whether the webhook takes in every vehicle by itself',
			},
			{
				displayName: 'Callback URI',
				name: 'callbackUri',
				type: 'string',
				default: '',
				placeholder: 'e.g. example.com/webhook',
				description: 'Part of the address that events are delivered to, in any case',
			},
			{
				displayName: 'Is Enabled',
				name: 'isEnabled',
				type: 'boolean',
				default: true,
				description: 'Whether the webhook is enabled',
			},
			{
				displayName: 'Name',
				name: 'name',
				type: 'string',
				default: '',
				placeholder: 'e.g. fleet',
				description: 'Part of the name, in any case',
			},
		],
	},
	optionsField(addHeadersOption),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['webhook'], operation: ['getMany'] } },
	properties,
);

const FILTERS = {
	name: textFilter('Name', 'filter[name]'),
	callbackUri: textFilter('Callback URI', 'filter[callbackUri]'),
	isEnabled: flagFilter('Is Enabled', 'filter[isEnabled]'),
	autoSubscribe: flagFilter('Auto Subscribe', 'filter[autoSubscribe]'),
};

/** `GET /webhooks` (spec): the webhooks of the application. */
export async function execute(this: IExecuteFunctions, item: number, api: SmartcarApi): Promise<IDataObject[]> {
	const wanted = readWanted(this, item);
	const query = readFilters(this, item, FILTERS);
	const simplify = readSimplify(this, item);
	const addHeaders = readAddHeaders(this, item);
	const list = { host: 'managementUrl', path: '/webhooks', query, entry: webhook } as const;
	return await readShapedPages(api, list, wanted, (entry, headers) =>
		withHeaders(addHeaders, simplify ? simplifyWebhook(entry) : entry, headers),
	);
}
