import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { isObject } from '../../../shared/isObject';
import { listEntriesSchema } from '../../transport/listEntries';
import { jsonValueSchema, openObject, vehicleSummarySchema } from '../shared/schema';

/**
 * ISO 8601 text, Unix milliseconds or Unix seconds. See
 * docs/contributing/smartcar-api.md#event-times.
 */
const timeSchema = z.union([z.string(), z.number()]).nullish();

const bodySchema = z.custom<IDataObject>(isObject, 'Expected an object');

/**
 * A signal of the v3 API. A failed signal can still have the body of an earlier read.
 * See docs/contributing/smartcar-api.md#failed-signals.
 */
export const signalSchema = openObject({
	id: z.string().nullish(),
	attributes: openObject({
		code: z.string().nullish(),
		name: z.string().nullish(),
		group: z.string().nullish(),
		status: openObject({
			value: z.string().nullish(),
			error: openObject({
				type: z.string().nullish(),
				code: z.string().nullish(),
				title: jsonValueSchema,
				detail: jsonValueSchema,
			}).nullish(),
		}).nullish(),
		body: bodySchema.nullish(),
	}),
	meta: openObject({
		oemUpdatedAt: timeSchema,
		retrievedAt: timeSchema,
		fetchedAt: timeSchema,
		ingestedAt: timeSchema,
	}).nullish(),
});

/** Only names the vehicle, so an unexpected format does not fail the signals. */
const includedSchema = openObject({
	vehicle: openObject({
		id: z.string().nullish(),
		attributes: vehicleSummarySchema.nullish(),
	}).nullish(),
})
	.nullish()
	.catch(undefined);

/** `GET …/signals`: all signals in an envelope. Smartcar has also sent the bare list. */
export const signalListSchema = z.preprocess(
	(value) => (Array.isArray(value) ? { data: value } : value),
	openObject({ data: listEntriesSchema(signalSchema), included: includedSchema }),
);

/**
 * `GET …/signals/{signalCode}`: one signal in an envelope. Smartcar has also sent the bare signal.
 */
export const signalDocumentSchema = z.preprocess(
	(value) =>
		isObject(value) && !('data' in value) && 'attributes' in value ? { data: value } : value,
	openObject({ data: signalSchema, included: includedSchema }),
);

export type Signal = z.output<typeof signalSchema>;
export type SignalList = z.output<typeof signalListSchema>;
