import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { open } from '../shared/schema';
import { vehicleSummary } from '../shared/vehicleSummary';

/** A point in time as text, or as Unix milliseconds or seconds (service: v3 signals, older lists). */
const time = z.union([z.string(), z.number()]).nullish();

const body = z.custom<IDataObject>(
	(value) => typeof value === 'object' && value !== null && !Array.isArray(value),
	'Expected an object',
);

/** Signal resource of the v3 API (service: v3 signals). A failed one can still carry a body, from before. */
export const signal = open({
	id: z.string().nullish(),
	attributes: open({
		code: z.string().nullish(),
		name: z.string().nullish(),
		group: z.string().nullish(),
		status: open({
			value: z.string().nullish(),
			error: open({ type: z.string().nullish(), code: z.string().nullish() }).nullish(),
		}).nullish(),
		body: body.nullish(),
	}),
	meta: open({ oemUpdatedAt: time, retrievedAt: time, fetchedAt: time }).nullish(),
});

const included = open({
	vehicle: open({ id: z.string().nullish(), attributes: vehicleSummary.nullish() }).nullish(),
}).nullish();

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** `GET …/signals`: all signals in one answer, in an envelope or, as it has been, bare. */
export const signalList = z.preprocess(
	(value) => (Array.isArray(value) ? { data: value } : value),
	open({ data: z.array(signal), included }),
);

/** `GET …/signals/{signalCode}`: one signal, in an envelope or, as it has been, bare. */
export const signalDocument = z.preprocess(
	(value) =>
		isObject(value) && !('data' in value) && 'attributes' in value ? { data: value } : value,
	open({ data: signal, included }),
);

export type Signal = z.output<typeof signal>;
export type SignalList = z.output<typeof signalList>;
