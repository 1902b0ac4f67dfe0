import { BY_ID, locator } from './locator';

export const vehicleLocator = locator({
	name: 'vehicleId',
	displayName: 'Vehicle',
	description: 'The connected vehicle to work with',
	searchListMethod: 'searchVehicles',
	linkedBy: 'vehicles',
});

export const userLocator = locator({
	name: 'userId',
	displayName: 'User',
	description:
		'The user on whose behalf to ask, one of those who connected the vehicle. Events of the trigger and connections have the ID too.',
	searchListMethod: 'searchUsers',
	linkedBy: 'users',
});

export const webhookLocator = locator({
	name: 'webhookId',
	displayName: 'Webhook',
	description: 'The webhook, as set up in the Smartcar dashboard',
	searchListMethod: 'searchWebhooks',
	linkedBy: 'webhooks',
});

export const subscriptionLocator = locator({
	name: 'subscriptionId',
	displayName: 'Subscription',
	description: 'The subscription of a vehicle to a webhook',
	searchListMethod: 'searchSubscriptions',
	linkedBy: 'subscriptions',
});

export const connectionLocator = locator({
	name: 'connectionId',
	displayName: 'Connection',
	description: 'The connection of a vehicle with a user',
	searchListMethod: 'searchConnections',
	linkedBy: 'connections',
});

export const signalLocator = locator({
	name: 'signalCode',
	displayName: 'Signal',
	description:
		'What to read from the vehicle. Codes that the list does not know can be used as well.',
	searchListMethod: 'searchSignals',
	idMode: {
		displayName: 'By Code',
		placeholder: 'e.g. tractionbattery-stateofcharge',
		allowed: 'a code such as tractionbattery-stateofcharge, of letters, digits and hyphens',
	},
	linkedBy: 'signals',
});

export const scheduleLocator = locator({
	name: 'scheduleId',
	displayName: 'Schedule',
	description:
		'The schedule to delete. The list comes from the signal charge-chargetimers, which lags behind: Create returns the ID at once.',
	searchListMethod: 'searchChargeSchedules',
	idMode: { ...BY_ID, placeholder: 'e.g. sched_000001' },
	linkedBy: 'charge-schedules',
	listedFor: ['vehicleId.value', 'userId.value'],
});
