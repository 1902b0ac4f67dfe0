import { z } from 'zod';
import { isObject } from '../../../shared/isObject';
import { toNumber } from '../../../shared/toNumber';
import { listEntriesSchema } from '../../transport/listEntries';
import { jsonValueSchema, openObject, vehicleSummarySchema } from '../shared/schema';

/** A number or the text of one. It can be missing. */
const numberSchema = z.preprocess((value) => toNumber(value) ?? value, z.number().nullish());

const fourTiresSchema = openObject({
	frontLeft: numberSchema,
	frontRight: numberSchema,
	backLeft: numberSchema,
	backRight: numberSchema,
});

/**
 * The tire pressures of v2.0. A body that names no tire is rejected, because it may be an error.
 * See docs/contributing/smartcar-api.md#tire-pressure.
 */
export const tirePressureSchema = z
	.record(jsonValueSchema)
	.refine((body) => Object.keys(fourTiresSchema.shape).some((place) => place in body), {
		path: ['frontLeft'],
		message: 'Required',
	})
	.pipe(fourTiresSchema);

/** The battery capacity of v2.0, in kWh. See docs/contributing/smartcar-api.md#battery-capacity. */
export const batteryCapacitySchema = openObject({
	availableCapacities: z.array(
		openObject({ capacity: numberSchema, description: z.string().nullish() }),
	),
	capacity: openObject({
		nominal: numberSchema,
		source: z.string().nullish(),
	}).nullish(),
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

/**
 * The body of the signal tractionbattery-nominalcapacity. A field in an unknown format counts as
 * missing. See docs/contributing/smartcar-api.md#battery-capacity.
 */
export const capacitySignalSchema = z.object({
	capacity: numberSchema.catch(null),
	source: z.string().nullish().catch(null),
	availableCapacities: z
		.array(
			z.object({
				capacity: numberSchema.catch(null),
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
export const batchResponseSchema = openObject({ responses: listEntriesSchema(subResponseSchema) });

export type SubResponse = z.output<typeof subResponseSchema>;
