import { z } from 'zod';

/** The node remembers at least this many. */
export const REMEMBERED_AT_MOST = 100_000;

/** What a measuring process is asked for. */
export const questionSchema = z.enum(['block', 'memory']);

export type Question = z.infer<typeof questionSchema>;

/** Microseconds of the processor for each delivery of a block, all of them within a few hundredths of a second. */
export const timesSchema = z.object({
	/** What nobody can do without. */
	floor: z.number(),
	/** What the sender waits for. */
	accept: z.number(),
	/** All the way: accepted, and executed. */
	whole: z.number(),
});

export type Times = z.infer<typeof timesSchema>;
