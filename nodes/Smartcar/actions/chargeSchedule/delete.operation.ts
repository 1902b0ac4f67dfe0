import { deleteOne } from '../shared/deleteOne';
import { executeDeletion } from '../shared/commandExecution';
import { scheduleLocator, vehicleLocator } from '../shared/locators';

/**
 * `DELETE …/charge-schedules/{scheduleId}`. See docs/contributing/smartcar-api.md#charge-schedules.
 */
export const { properties, execute } = deleteOne({
	locators: [vehicleLocator, scheduleLocator],
	userPermission: 'control_charge',
	request: (readId, userId) => ({
		host: 'signalsUrl',
		path: ['vehicles', readId(vehicleLocator), 'charge-schedules', readId(scheduleLocator)],
		headers: { 'sc-user-id': userId },
	}),
	send: executeDeletion,
});
