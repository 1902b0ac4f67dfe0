import { command } from './defineCommand';

/** `POST …/commands/charge/start` (service: commands). */
export const { description, execute } = command({
	operation: 'startCharging',
	path: ['charge', 'start'],
});
