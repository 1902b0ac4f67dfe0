import type { IDataObject } from 'n8n-workflow';
import { parameters } from '../events';

/** The conditions of a trigger whose form has these rows. */
export const conditionsOf = (...values: IDataObject[]) =>
	parameters({ events: ['CONDITION_MET'], conditions: { values } }).conditions;

/** A row about the tire pressure. */
export const tires = { signal: 'wheel-tires', when: 'below', value: 200, unit: 'kPa' };

/** A row about an area. */
export const area = {
	signal: 'location-preciselocation',
	when: 'leaves',
	latitude: 52.5,
	longitude: 13.4,
	radius: 500,
};
