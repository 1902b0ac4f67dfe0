import { z } from 'zod';

/** What the trigger knows while it is measured. */
export const sizesSchema = z.object({
	/** Events in n8n's store and in memory: *Events Remembered Across Restarts*. */
	events: z.number(),
	/** Vehicles that have sent an event. */
	vehicles: z.number(),
	conditions: z.number(),
});

export type Sizes = z.infer<typeof sizesSchema>;

/** Mean processor time, microseconds. */
export const timesSchema = z.object({
	/** `webhook()`. */
	delivery: z.number(),
	/** A call of n8n's deduplication store that records ten events. */
	storeCall: z.number(),
	/** `execute()` with one event, including its calls of the store. */
	execution: z.number(),
});

export type Times = z.infer<typeof timesSchema>;
