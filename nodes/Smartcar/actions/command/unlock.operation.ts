import { command } from './defineCommand';

/** `POST …/commands/security/unlock` (service: commands). */
export const { description, execute } = command({
	operation: 'unlock',
	path: ['security', 'unlock'],
});
