import { locationFields, readLocation } from '../shared/location';
import { defineCommand } from './defineCommand';

/** `POST …/commands/navigation/set-destination` */
export const { description, execute } = defineCommand({
	operation: 'setDestination',
	path: ['navigation', 'set-destination'],
	fields: locationFields,
	readAttributes: readLocation,
});
