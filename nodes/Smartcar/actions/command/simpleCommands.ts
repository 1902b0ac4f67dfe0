import type { Operation } from '../shared/operation';
import { defineCommand } from './defineCommand';

/**
 * The commands without parameters, each with its path after `/vehicles/{vehicleId}/commands`. Smartcar
 * has no code for a door or a charge port that is already locked, unlocked, open or closed.
 */
const PATHS = {
	closeChargePort: ['charge-port', 'close'],
	lock: ['security', 'lock'],
	openChargePort: ['charge-port', 'open'],
	unlock: ['security', 'unlock'],
};

export const simpleCommands: Record<string, Operation> = {
	...Object.fromEntries(
		Object.entries(PATHS).map(([operation, path]) => [
			operation,
			defineCommand({ operation, path }),
		]),
	),
	startCharging: defineCommand({
		operation: 'startCharging',
		path: ['charge', 'start'],
		alreadyDone: {
			displayName: 'If Already Charging',
			state: 'the vehicle is charging already',
			codes: ['CHARGING_IN_PROGRESS'],
		},
	}),
	stopCharging: defineCommand({
		operation: 'stopCharging',
		path: ['charge', 'stop'],
		alreadyDone: {
			displayName: 'If Not Charging',
			state: 'the vehicle is not charging, or is fully charged',
			codes: ['NOT_CHARGING', 'FULLY_CHARGED'],
		},
	}),
};
