import { deleteOne } from '../shared/deleteOne';
import { requestDeletion } from '../shared/execution';
import { scheduleLocator, userLocator, vehicleLocator } from '../shared/locators';

/** `DELETE …/charge-schedules/{scheduleId}`. See docs/contributing/smartcar-api.md#charge-schedules. */
export const { description, execute } = deleteOne({
	resource: 'chargeSchedule',
	locators: [vehicleLocator, userLocator, scheduleLocator],
	request: (id) => ({
		host: 'signalsUrl',
		path: ['vehicles', id(vehicleLocator), 'charge-schedules', id(scheduleLocator)],
		headers: { 'sc-user-id': id(userLocator) },
	}),
	send: requestDeletion,
});
