import { z } from 'zod';

/** The trigger keeps at least this many event IDs in memory. */
export const REMEMBERED_EVENTS = 100_000;

/** The commands that a measuring process takes. */
export const commandSchema = z.enum(['block', 'memory']);

export type Command = z.infer<typeof commandSchema>;

/** Processor time for each delivery of a block, microseconds. */
export const timesSchema = z.object({
	/** Only JSON.parse and HMAC-SHA256, the minimum of any receiver. */
	floor: z.number(),
	/** Until the response. */
	accept: z.number(),
	/** Until the response, and the execution up to the item for the workflow. */
	whole: z.number(),
});

export type Times = z.infer<typeof timesSchema>;
