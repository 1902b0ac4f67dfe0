import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { isObject } from '../../../shared/isObject';
import { listEntries } from '../../transport/listEntries';
import { jsonValue, openObject, vehicleSummary } from '../shared/schema';

/** ISO 8601 text, Unix milliseconds or Unix seconds. See docs/contributing/smartcar-api.md#event-times. */
const time = z.union([z.string(), z.number()]).nullish();

const body = z.custom<IDataObject>(isObject, 'Expected an object');

/**
 * A signal of the v3 API. A failed signal can still have the body of an earlier read.
 * See docs/contributing/smartcar-api.md#failed-signals.
 */
export const signal = openObject({
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
				title: jsonValue,
				detail: jsonValue,
			}).nullish(),
		}).nullish(),
		body: body.nullish(),
	}),
	meta: openObject({
		oemUpdatedAt: time,
		retrievedAt: time,
		fetchedAt: time,
		ingestedAt: time,
	}).nullish(),
});

const included = openObject({
	vehicle: openObject({ id: z.string().nullish(), attributes: vehicleSummary.nullish() }).nullish(),
}).nullish();

/** `GET …/signals`: all signals in an envelope. Smartcar has also sent the bare list. */
export const signalList = z.preprocess(
	(value) => (Array.isArray(value) ? { data: value } : value),
	openObject({ data: listEntries(signal), included }),
);

/** `GET …/signals/{signalCode}`: one signal in an envelope. Smartcar has also sent the bare signal. */
export const signalDocument = z.preprocess(
	(value) =>
		isObject(value) && !('data' in value) && 'attributes' in value ? { data: value } : value,
	openObject({ data: signal, included }),
);

export type Signal = z.output<typeof signal>;
export type SignalList = z.output<typeof signalList>;
