import { command } from './defineCommand';

/** `POST …/commands/charge-port/open` (service: commands). */
export const { description, execute } = command({
	operation: 'openChargePort',
	path: ['charge-port', 'open'],
});
