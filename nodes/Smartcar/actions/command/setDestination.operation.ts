import { locationFields, readLocation } from '../shared/location';
import { defineCommand } from './defineCommand';

/** `POST …/commands/navigation/set-destination` */
export const { description, execute } = defineCommand({
	operation: 'setDestination',
	path: ['navigation', 'set-destination'],
	permission: 'control_navigation',
	fields: locationFields,
	readAttributes: readLocation,
});
