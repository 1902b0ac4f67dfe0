import { subscription } from './schema';
import { choiceFilter, locatorFilter } from '../shared/filters';
import { userLocator, vehicleLocator, webhookLocator } from '../shared/locators';
import { pagedList } from '../shared/getMany';
import { simplifySubscription } from './simplify';

const filters = [
	locatorFilter('filter[userId]', userLocator, 'Only subscriptions of this user'),
	locatorFilter('filter[vehicleId]', vehicleLocator, 'Only subscriptions of this vehicle'),
	choiceFilter('filter[vehicle.mode]', {
		displayName: 'Vehicle Mode',
		name: 'vehicleMode',
		type: 'options',
		options: [
			{ name: 'Live', value: 'live' },
			{ name: 'Simulated', value: 'simulated' },
		],
		default: 'live',
		description: 'Only subscriptions of real or of simulated vehicles',
	}),
	locatorFilter('filter[webhookId]', webhookLocator, 'Only subscriptions to this webhook'),
];

/** `GET /subscriptions` (spec): which vehicle of which user is subscribed to which webhook. */
export const { description, execute } = pagedList({
	resource: 'subscription',
	host: 'managementUrl',
	path: '/subscriptions',
	entry: subscription,
	filters,
	simplify: simplifySubscription,
	whyNone:
		'There is no such subscription. A vehicle sends events, and has signals, only while it is subscribed to a webhook; every filter narrows the list down.',
});
