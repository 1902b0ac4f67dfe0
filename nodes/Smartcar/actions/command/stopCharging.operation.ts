import { command } from './defineCommand';

/** `POST …/commands/charge/stop` (service: commands). */
export const { description, execute } = command({
	operation: 'stopCharging',
	path: ['charge', 'stop'],
});
