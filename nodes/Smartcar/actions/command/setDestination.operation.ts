import { locationFields, readLocation } from '../shared/location';
import { defineCommand } from './defineCommand';

/** `POST …/commands/navigation/set-destination` */
export const { properties, execute } = defineCommand({
	path: ['navigation', 'set-destination'],
	permission: 'control_navigation',
	fields: locationFields,
	readAttributes: readLocation,
});
