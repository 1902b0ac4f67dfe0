import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { invalidParameterError } from './invalidParameterError';
import { toNumberBetween } from './parameters';

export const locationFields: INodeProperties[] = [
	{
		displayName: 'Latitude',
		name: 'latitude',
		type: 'number',
		typeOptions: { numberPrecision: 6 },
		required: true,
		default: 0,
		placeholder: 'e.g. 50.0875',
		description: 'In degrees, with a dot. Negative in the south.',
	},
	{
		displayName: 'Longitude',
		name: 'longitude',
		type: 'number',
		typeOptions: { numberPrecision: 6 },
		required: true,
		default: 0,
		placeholder: 'e.g. 14.4213',
		description: 'In degrees, with a dot. Negative in the west.',
	},
];

/**
 * Reads Latitude and Longitude, in degrees. Throws if one is 0, which is their default: the user has
 * not filled it in.
 */
export function readLocation(
	context: IExecuteFunctions,
	itemIndex: number,
): { latitude: number; longitude: number } {
	const read = (name: string, label: string, max: number): number => {
		const value: unknown = context.getNodeParameter(name, itemIndex, '');
		const degrees = toNumberBetween(value, -max, max);
		if (degrees) return degrees;
		const expected = `a number of degrees from -${max} to ${max}, but not 0. If 0 is right, enter 0.000001`;
		throw invalidParameterError(context, itemIndex, label, expected, value);
	};
	return {
		latitude: read('latitude', 'Latitude', 90),
		longitude: read('longitude', 'Longitude', 180),
	};
}
