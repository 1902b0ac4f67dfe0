import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { locatorFilter, textFilter, vehicleModeFilter, type Filter } from '../shared/filters';
import { getMany, type IgnoredFilter } from '../shared/getMany';
import { userLocator, vehicleLocator } from '../shared/locators';
import { parseExternalUserId } from './connectLink';
import { connectionSchema } from './schema';
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
	parse: parseExternalUserId,
};

const filters = [
	externalUserIdFilter,
	locatorFilter('filter[userId]', userLocator, 'Only connections of this user'),
	locatorFilter('filter[vehicleId]', vehicleLocator, 'Only connections of this vehicle'),
	vehicleModeFilter(
		'Only connections of live or of simulated vehicles. Without this filter, Smartcar lists live ones.',
	),
];

const withExternalUserIdSchema = z.object({
	attributes: z.object({ user: z.object({ externalId: z.string() }) }),
});

/**
 * Finds out whether Smartcar has ignored the filter External User ID, which it does not document.
 * Deleting the connections would otherwise disconnect the cars of other owners.
 */
function ignoredFilter(entry: unknown, query: IDataObject): IgnoredFilter | undefined {
	const wanted = query[externalUserIdFilter.queryParameter];
	if (wanted === undefined) return undefined;
	const found = withExternalUserIdSchema.safeParse(entry).data?.attributes.user.externalId;
	if (found === wanted) return undefined;
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
