import { isExpression, type INodeProperties } from 'n8n-workflow';
import type { InputItem } from './inputItem';
import { parseNumberBetween } from './parameters';

const latitudeField: INodeProperties = {
	displayName: 'Latitude',
	name: 'latitude',
	type: 'number',
	typeOptions: { numberPrecision: 6 },
	required: true,
	default: 0,
	placeholder: 'e.g. 50.0875',
	description: 'In decimal degrees. Negative south of the equator.',
};

const longitudeField: INodeProperties = {
	displayName: 'Longitude',
	name: 'longitude',
	type: 'number',
	typeOptions: { numberPrecision: 6 },
	required: true,
	default: 0,
	placeholder: 'e.g. 14.4213',
	description: 'In decimal degrees. Negative west of Greenwich.',
};

export const locationFields = [latitudeField, longitudeField];

/** Reads a field that is a number of degrees from `-max` to `max`. */
function readDegrees(item: InputItem, field: INodeProperties, max: number): number {
	const value = item.read(field);
	const degrees = parseNumberBetween(value, -max, max);
	if (degrees !== undefined) return degrees;
	const expected = `a number of degrees from -${max} to ${max}`;
	throw item.invalidParameterError(field, expected, value);
}

/**
 * Reads Latitude and Longitude, in degrees. 0 is the default, so it throws for a field that was not
 * filled in: if both are 0, which is a place in the sea, or if one is 0 without an expression.
 */
export function readLocation(item: InputItem): { latitude: number; longitude: number } {
	const latitude = readDegrees(item, latitudeField, 90);
	const longitude = readDegrees(item, longitudeField, 180);
	if (latitude === 0 && longitude === 0) {
		const expected = "filled in, and 'Longitude' as well: both are 0";
		throw item.invalidParameterError(latitudeField, expected, latitude);
	}
	const readings = [
		{ field: latitudeField, degrees: latitude },
		{ field: longitudeField, degrees: longitude },
	];
	for (const { field, degrees } of readings) {
		if (degrees !== 0 || isExpression(item.node.parameters[field.name])) continue;
		const expected = 'filled in. If 0 is right, enter 0.000001';
		throw item.invalidParameterError(field, expected, degrees);
	}
	return { latitude, longitude };
}
