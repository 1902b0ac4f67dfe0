import { z } from 'zod';
import { jsonValue, openObject, vehicleSummary } from '../shared/schema';

/** See docs/contributing/smartcar-api.md#tire-pressure. */
export const tirePressure = openObject({
	frontLeft: z.number().nullable(),
	frontRight: z.number().nullable(),
	backLeft: z.number().nullable(),
	backRight: z.number().nullable(),
});

/** Capacities are in kWh. See docs/contributing/smartcar-api.md#battery-capacity. */
export const batteryCapacity = openObject({
	availableCapacities: z.array(
		openObject({ capacity: z.number().nullish(), description: z.string().nullish() }),
	),
	capacity: openObject({
		nominal: z.number().nullish(),
		source: z.string().nullish(),
	}).nullable(),
	url: z.string().nullish(),
});

const vehicle = vehicleSummary.extend({
	id: z.string().nullish(),
	attributes: vehicleSummary.nullish(),
});

/**
 * `GET /vehicles/{vehicleId}`: the vehicle in an envelope, with its attributes apart. Smartcar's SDK
 * shows it without either.
 */
export const vehicleDocument = z.preprocess(
	(value) =>
		typeof value === 'object' && value !== null && !('data' in value) && 'make' in value
			? { data: value }
			: value,
	openObject({ data: vehicle }),
);

/**
 * The body of the signal tractionbattery-nominalcapacity. A field in an unknown form counts as
 * missing. See docs/contributing/smartcar-api.md#battery-capacity.
 */
export const storedCapacity = z.object({
	capacity: z.number().nullish().catch(null),
	source: z.string().nullish().catch(null),
	availableCapacities: z
		.array(
			z.object({
				capacity: z.number().nullish().catch(null),
				description: z.string().nullish().catch(null),
			}),
		)
		.nullish()
		.catch(null),
});

const subResponse = openObject({
	path: z.string(),
	code: z.number(),
	body: jsonValue,
	headers: z.record(jsonValue).nullish(),
});

/** See docs/contributing/smartcar-api.md#batch. */
export const batchResponse = openObject({ responses: z.array(subResponse) });

export type SubResponse = z.output<typeof subResponse>;
