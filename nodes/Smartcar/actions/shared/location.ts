import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { badParameter, decimal } from './parameters';

/** A place on earth, in degrees. */
export const locationFields: INodeProperties[] = [
	{
		displayName: 'Latitude',
		name: 'latitude',
		type: 'number',
		typeOptions: { minValue: -90, maxValue: 90, numberPrecision: 6 },
		required: true,
		default: 0,
		placeholder: 'e.g. 50.0875',
		description: 'In degrees, negative in the south',
	},
	{
		displayName: 'Longitude',
		name: 'longitude',
		type: 'number',
		typeOptions: { minValue: -180, maxValue: 180, numberPrecision: 6 },
		required: true,
		default: 0,
		placeholder: 'e.g. 14.4213',
		description: 'In degrees, negative in the west',
	},
];

/** The place that Latitude and Longitude name. Both at 0 are taken for not filled in: that place is at sea. */
export function readLocation(
	context: IExecuteFunctions,
	item: number,
): { latitude: number; longitude: number } {
	const read = (name: string, label: string, max: number): number => {
		const value: unknown = context.getNodeParameter(name, item, '');
		const degrees = decimal(value, -max, max);
		if (degrees !== undefined) return degrees;
		throw badParameter(context, item, label, `a number of degrees from -${max} to ${max}`, value);
	};
	const place = {
		latitude: read('latitude', 'Latitude', 90),
		longitude: read('longitude', 'Longitude', 180),
	};
	if (place.latitude !== 0 || place.longitude !== 0) return place;
	throw badParameter(context, item, 'Latitude', 'filled in, and Longitude too', place);
}
