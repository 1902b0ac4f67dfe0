import { z } from 'zod';
import { jsonValue, openObject } from '../shared/schema';

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

const subResponse = openObject({
	path: z.string(),
	code: z.number(),
	body: jsonValue,
	headers: z.record(jsonValue).nullish(),
});

/** See docs/contributing/smartcar-api.md#batch. */
export const batchResponse = openObject({ responses: z.array(subResponse) });

export type SubResponse = z.output<typeof subResponse>;
