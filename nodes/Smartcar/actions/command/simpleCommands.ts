import type { Operation } from '../shared/operation';
import { defineCommand } from './defineCommand';

/** The commands without parameters, each with its path after `/vehicles/{vehicleId}/commands`. */
const PATHS = {
	closeChargePort: ['charge-port', 'close'],
	lock: ['security', 'lock'],
	openChargePort: ['charge-port', 'open'],
	startCharging: ['charge', 'start'],
	stopCharging: ['charge', 'stop'],
	unlock: ['security', 'unlock'],
};

export const simpleCommands: Record<string, Operation> = Object.fromEntries(
	Object.entries(PATHS).map(([operation, path]) => [operation, defineCommand({ operation, path })]),
);
