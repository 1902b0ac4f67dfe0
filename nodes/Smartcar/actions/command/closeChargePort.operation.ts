import { command } from './defineCommand';

/** `POST …/commands/charge-port/close` (service: commands). */
export const { description, execute } = command({
	operation: 'closeChargePort',
	path: ['charge-port', 'close'],
});
