import type { Operation } from '../shared/operation';
import { defineCommand } from './defineCommand';

/**
 * The commands without fields of their own. Only those for charging have `alreadyDone`, because
 * Smartcar has no error code for doors or a charge port that are already in the wanted state.
 */
export const simpleCommands: Record<string, Operation> = {
	closeChargePort: defineCommand({
		path: ['charge-port', 'close'],
		permission: 'control_charge',
	}),
	lock: defineCommand({
		path: ['security', 'lock'],
		permission: 'control_security',
	}),
	openChargePort: defineCommand({
		path: ['charge-port', 'open'],
		permission: 'control_charge',
	}),
	startCharging: defineCommand({
		path: ['charge', 'start'],
		permission: 'control_charge',
		alreadyDone: {
			displayName: 'If Already Charging',
			state: 'the vehicle is already charging',
			codes: ['CHARGING_IN_PROGRESS'],
		},
	}),
	stopCharging: defineCommand({
		path: ['charge', 'stop'],
		permission: 'control_charge',
		alreadyDone: {
			displayName: 'If Not Charging',
			state: 'the vehicle is not charging, is fully charged or is not plugged in',
			codes: ['NOT_CHARGING', 'FULLY_CHARGED', 'CHARGING_PLUG_NOT_CONNECTED'],
		},
	}),
	unlock: defineCommand({
		path: ['security', 'unlock'],
		permission: 'control_security',
	}),
};
