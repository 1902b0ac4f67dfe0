import { locationFields, readLocation } from '../location';
import { command } from './command';

/** `POST …/commands/navigation/set-destination` (service: commands). */
export const { description, execute } = command({
	operation: 'setDestination',
	path: ['navigation', 'set-destination'],
	fields: locationFields,
	readAttributes: readLocation,
});
