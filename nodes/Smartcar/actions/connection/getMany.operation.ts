import { z } from 'zod';
import { connectionSchema } from '../shared/connectionSchema';
import { locatorFilter, textFilter, vehicleModeFilter, type Filter } from '../shared/filters';
import { getMany } from '../shared/getMany';
import { userLocator, vehicleLocator } from '../shared/locators';
import { EXPECTED_EXTERNAL_USER_ID, parseExternalUserId } from './connectLink';
import { simplifyConnection } from './simplify';

const withExternalUserIdSchema = z.object({
	attributes: z.object({ user: z.object({ externalId: z.string() }) }),
});

/**
 * A list that is not filtered could be deleted next, which disconnects the cars of other owners.
 */
const externalUserIdFilter: Filter = {
	...textFilter('filter[user.externalId]', {
		displayName: 'External User ID',
		name: 'externalUserId',
		type: 'string',
		default: '',
		placeholder: 'e.g. 7d2f0c9e5b81',
		description: 'Only connections of the user with this ID in your own system',
	}),
	ignoresEmptyText: false,
	expected: () => `${EXPECTED_EXTERNAL_USER_ID}. Without this filter, all connections are listed`,
	parse: parseExternalUserId,
	valueIn: (entry) => withExternalUserIdSchema.safeParse(entry).data?.attributes.user.externalId,
};

const filters = [
	externalUserIdFilter,
	locatorFilter('filter[userId]', userLocator, 'Only connections of this user'),
	locatorFilter('filter[vehicleId]', vehicleLocator, 'Only connections of this vehicle'),
	vehicleModeFilter(
		'Only connections of live or of simulated vehicles. Without this filter, Smartcar lists live ones.',
	),
];

/** `GET /connections` */
export const { properties, execute } = getMany({
	host: 'signalsUrl',
	path: ['connections'],
	entrySchema: connectionSchema,
	filters,
	filtersDescription: 'Without Vehicle Mode, Smartcar lists only connections of live vehicles',
	simplify: simplifyConnection,
	emptyHint:
		'No connections found. To list simulated vehicles, set the filter Vehicle Mode to Simulated. If other filters are set, remove them. A vehicle is listed only after its owner has connected it.',
});
