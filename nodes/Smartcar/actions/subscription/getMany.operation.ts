import { locatorFilter, vehicleModeFilter } from '../shared/filters';
import { getMany } from '../shared/getMany';
import { userLocator, vehicleLocator, webhookLocator } from '../shared/locators';
import { subscriptionSchema } from './schema';
import { simplifySubscription } from './simplify';

const filters = [
	locatorFilter('filter[userId]', userLocator, 'Only subscriptions of this user'),
	locatorFilter('filter[vehicleId]', vehicleLocator, 'Only subscriptions of this vehicle'),
	vehicleModeFilter('Only subscriptions of live or of simulated vehicles'),
	locatorFilter('filter[webhookId]', webhookLocator, 'Only subscriptions to this webhook'),
];

/** `GET /subscriptions` */
export const { properties, execute } = getMany({
	host: 'managementUrl',
	path: ['subscriptions'],
	entrySchema: subscriptionSchema,
	filters,
	simplify: simplifySubscription,
	emptyHint:
		'No subscriptions found. Remove filters, or subscribe a vehicle to a webhook. Smartcar sends events and collects signals only for subscribed vehicles.',
});
