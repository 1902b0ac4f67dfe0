import { z } from 'zod';

/** How many event IDs the trigger keeps in memory at least. */
export const GUARANTEED_EVENTS = 100_000;

/**
 * What bench.ts asks a measuring process to do. `measureBatch` returns the times of one batch of
 * deliveries. `measureMemory` returns the heap bytes for each remembered event ID. It comes last: the
 * trigger forgets all event IDs, and remembers GUARANTEED_EVENTS new ones.
 */
export const commandSchema = z.enum(['measureBatch', 'measureMemory']);

export type Command = z.infer<typeof commandSchema>;

/** Mean processor time for a delivery of a batch, microseconds. */
export const timesSchema = z.object({
	/** Only JSON.parse and HMAC-SHA256, which every receiver of signed events needs. */
	baseline: z.number(),
	/** `webhook()`, up to the response. */
	untilResponse: z.number(),
	/** `webhook()` and `execute()`. */
	total: z.number(),
});

export type Times = z.infer<typeof timesSchema>;
