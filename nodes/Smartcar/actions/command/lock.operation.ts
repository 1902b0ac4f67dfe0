import { command } from './defineCommand';

/** `POST …/commands/security/lock` (service: commands). */
export const { description, execute } = command({ operation: 'lock', path: ['security', 'lock'] });
