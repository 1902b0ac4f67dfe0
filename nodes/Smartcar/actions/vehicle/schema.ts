import { z } from 'zod';
import { isObject } from '../../../shared/isObject';
import { toNumber } from '../../../shared/toNumber';
import { listEntries } from '../../transport/listEntries';
import { jsonValueSchema, openObject, vehicleSummarySchema } from '../shared/schema';

/** See docs/contributing/smartcar-api.md#tire-pressure. */
export const tirePressureSchema = openObject({
	frontLeft: z.number().nullable(),
	frontRight: z.number().nullable(),
	backLeft: z.number().nullable(),
	backRight: z.number().nullable(),
});

/** Capacities are in kWh. See docs/contributing/smartcar-api.md#battery-capacity. */
export const batteryCapacitySchema = openObject({
	availableCapacities: z.array(
		openObject({ capacity: z.number().nullish(), description: z.string().nullish() }),
	),
	capacity: openObject({
		nominal: z.number().nullish(),
		source: z.string().nullish(),
	}).nullable(),
	url: z.string().nullish(),
});

const vehicleSchema = vehicleSummarySchema.extend({
	id: z.string().nullish(),
	attributes: vehicleSummarySchema.nullish(),
});

/**
 * `GET /vehicles/{vehicleId}`. The vehicle is in `data`, and its make and model are in
 * `attributes`. In Smartcar's SDK the response has neither of these levels.
 */
export const vehicleDocumentSchema = z.preprocess(
	(value) => (isObject(value) && !('data' in value) && 'make' in value ? { data: value } : value),
	openObject({ data: vehicleSchema }),
);

const capacityNumber = z
	.preprocess((value) => toNumber(value) ?? value, z.number().nullish())
	.catch(null);

/**
 * The body of the signal tractionbattery-nominalcapacity. A field in an unknown form counts as
 * missing. See docs/contributing/smartcar-api.md#battery-capacity.
 */
export const capacitySignalSchema = z.object({
	capacity: capacityNumber,
	source: z.string().nullish().catch(null),
	availableCapacities: z
		.array(
			z.object({
				capacity: capacityNumber,
				description: z.string().nullish().catch(null),
			}),
		)
		.nullish()
		.catch(null),
});

const subResponseSchema = openObject({
	path: z.string(),
	code: z.preprocess((value) => toNumber(value) ?? value, z.number()),
	body: jsonValueSchema,
	headers: z.record(jsonValueSchema).nullish(),
});

/** See docs/contributing/smartcar-api.md#batch. */
export const batchResponseSchema = openObject({ responses: listEntries(subResponseSchema) });

export type SubResponse = z.output<typeof subResponseSchema>;
