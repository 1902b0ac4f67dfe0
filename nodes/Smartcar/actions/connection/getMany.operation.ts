import { connection } from './schema';
import { choiceFilter, locatorFilter, textFilter } from '../shared/filters';
import { userLocator, vehicleLocator } from '../shared/locators';
import { pagedList } from '../shared/getMany';
import { simplifyConnection } from './simplify';

const filters = [
	textFilter('filter[user.externalId]', {
		displayName: 'External User ID',
		name: 'externalUserId',
		type: 'string',
		default: '',
		placeholder: 'e.g. customer-42',
		description: 'Only connections of the user whom your own system knows by this ID',
	}),
	locatorFilter('filter[userId]', userLocator, 'Only connections of this user'),
	locatorFilter('filter[vehicleId]', vehicleLocator, 'Only connections of this vehicle'),
	choiceFilter('filter[vehicle.mode]', {
		displayName: 'Vehicle Mode',
		name: 'vehicleMode',
		type: 'options',
		options: [
			{ name: 'Live', value: 'live' },
			{ name: 'Simulated', value: 'simulated' },
		],
		default: 'live',
		description:
			'Only connections of real or of simulated vehicles. Without this filter, of real ones.',
	}),
];

/** `GET /connections` (service: connections): which vehicle is connected by which user, with which permissions. */
export const { description, execute } = pagedList({
	resource: 'connection',
	host: 'signalsUrl',
	path: '/connections',
	entry: connection,
	filters,
	filtersDescription: 'Without Vehicle Mode, Smartcar lists connections of live vehicles only',
	simplify: simplifyConnection,
	whyNone:
		'There is no such connection. Without Vehicle Mode only live vehicles are listed, not simulated ones; every other filter narrows the list down, too. A vehicle is in it once its owner has connected it.',
});
