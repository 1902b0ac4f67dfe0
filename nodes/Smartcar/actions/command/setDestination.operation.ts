import { locationFields, readLocation } from '../shared/location';
import { command } from './defineCommand';

/** `POST …/commands/navigation/set-destination` (service: commands). */
export const { description, execute } = command({
	operation: 'setDestination',
	path: ['navigation', 'set-destination'],
	fields: locationFields,
	readAttributes: readLocation,
});
