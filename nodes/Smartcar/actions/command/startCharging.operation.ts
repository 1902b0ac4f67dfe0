import { command } from './command';

/** `POST …/commands/charge/start` (service: commands). */
export const { description, execute } = command({
	operation: 'startCharging',
	path: ['charge', 'start'],
});
