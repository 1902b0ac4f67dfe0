import { isExpression, type INodeProperties } from 'n8n-workflow';
import type { InputItem } from './inputItem';
import { parseNumberBetween } from './parameters';

export const locationFields: INodeProperties[] = [
	{
		displayName: 'Latitude',
		name: 'latitude',
		type: 'number',
		typeOptions: { numberPrecision: 6 },
		required: true,
		default: 0,
		placeholder: 'e.g. 50.0875',
		description: 'In decimal degrees. Negative south of the equator.',
	},
	{
		displayName: 'Longitude',
		name: 'longitude',
		type: 'number',
		typeOptions: { numberPrecision: 6 },
		required: true,
		default: 0,
		placeholder: 'e.g. 14.4213',
		description: 'In decimal degrees. Negative west of Greenwich.',
	},
];

/**
 * Reads Latitude and Longitude, in degrees. 0 is the default, so it throws for a field that was not
 * filled in: if both are 0, which is a place in the sea, or if one is 0 without an expression.
 */
export function readLocation(item: InputItem): { latitude: number; longitude: number } {
	const read = (name: string, label: string, max: number): number => {
		const value: unknown = item.context.getNodeParameter(name, item.index, '');
		const degrees = parseNumberBetween(value, -max, max);
		if (degrees !== undefined) return degrees;
		const expected = `a number of degrees from -${max} to ${max}`;
		throw item.invalidParameterError(label, expected, value);
	};
	const location = {
		latitude: read('latitude', 'Latitude', 90),
		longitude: read('longitude', 'Longitude', 180),
	};
	if (location.latitude === 0 && location.longitude === 0) {
		const expected = "filled in, and 'Longitude' as well: both are 0";
		throw item.invalidParameterError('Latitude', expected, location.latitude);
	}
	for (const [name, label] of [
		['latitude', 'Latitude'],
		['longitude', 'Longitude'],
	] as const) {
		if (location[name] !== 0 || isExpression(item.node.parameters[name])) continue;
		const expected = 'filled in. If 0 is right, enter 0.000001';
		throw item.invalidParameterError(label, expected, location[name]);
	}
	return location;
}
