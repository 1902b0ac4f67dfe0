import type { IDataObject } from 'n8n-workflow';
import { locatorFilter, textFilter, vehicleModeFilter, type Filter } from '../shared/filters';
import { getMany, type IgnoredFilter } from '../shared/getMany';
import { userLocator, vehicleLocator } from '../shared/locators';
import { connectionSchema, type Connection } from './schema';
import { simplifyConnection } from './simplify';

const externalUserIdFilter: Filter = {
	...textFilter('filter[user.externalId]', {
		displayName: 'External User ID',
		name: 'externalUserId',
		type: 'string',
		default: '',
		placeholder: 'e.g. customer-42',
		description: 'Only connections of the user with this ID in your own system',
	}),
	ignoresEmptyText: false,
};

const filters = [
	externalUserIdFilter,
	locatorFilter('filter[userId]', userLocator, 'Only connections of this user'),
	locatorFilter('filter[vehicleId]', vehicleLocator, 'Only connections of this vehicle'),
	vehicleModeFilter(
		'Only connections of live or of simulated vehicles. Without this filter, Smartcar lists live ones.',
	),
];

/**
 * Whether Smartcar has ignored the filter External User ID, which it does not document. Deleting
 * the connections would otherwise disconnect the cars of other owners.
 */
function ignoredFilter({ attributes }: Connection, query: IDataObject): IgnoredFilter | undefined {
	const wanted = query[externalUserIdFilter.queryParameter];
	const found = attributes?.user?.externalId;
	if (wanted === undefined || !found || found === wanted) return undefined;
	return { label: externalUserIdFilter.field.displayName, found };
}

/** `GET /connections` */
export const { description, execute } = getMany({
	resource: 'connection',
	host: 'signalsUrl',
	path: ['connections'],
	entrySchema: connectionSchema,
	filters,
	filtersDescription: 'Without Vehicle Mode, Smartcar lists only connections of live vehicles',
	ignoredFilter,
	simplify: simplifyConnection,
	emptyHint:
		'No connections found. To list simulated vehicles, set the filter Vehicle Mode to Simulated. If other filters are set, remove them. A vehicle is listed only after its owner has connected it.',
});
