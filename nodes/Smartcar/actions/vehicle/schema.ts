import { z } from 'zod';
import { jsonValue, open } from '../shared/schema';

/** `GET /v2.0/vehicles` (spec: Vehicle list). `paging.count` counts the whole list. */
export const vehicleList = open({
	vehicles: z.array(z.string().min(1)),
	paging: open({ count: z.number().int().nonnegative().nullish() }).nullish(),
});

/** `GET /v2.0/user` (spec: User). */
export const user = open({ id: z.string().min(1) });

/** `GET …/tires/pressure` (spec: Tire pressure). */
export const tirePressure = open({
	frontLeft: z.number().nullable(),
	frontRight: z.number().nullable(),
	backLeft: z.number().nullable(),
	backRight: z.number().nullable(),
});

/** `GET …/battery/nominal_capacity` (spec: Battery nominal capacity), capacities in kWh. */
export const batteryCapacity = open({
	availableCapacities: z.array(
		open({ capacity: z.number().nullish(), description: z.string().nullish() }),
	),
	capacity: open({ nominal: z.number().nullish(), source: z.string().nullish() }).nullable(),
	url: z.string().nullish(),
});

const subResponse = open({
	path: z.string(),
	code: z.number(),
	body: jsonValue,
	headers: z.record(jsonValue).nullish(),
});

/** `POST …/batch` (spec: Batch request and response). A failed sub-request often has no headers. */
export const batchAnswer = open({ responses: z.array(subResponse) });

export type SubResponse = z.output<typeof subResponse>;
