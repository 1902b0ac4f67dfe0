import { z } from 'zod';
import { jsonValue, open } from './schema';

const execution = open({
	id: z.string().nullish(),
	attributes: open({
		status: open({ value: z.string().min(1), error: jsonValue.nullish() }),
		errors: z.array(jsonValue).nullish(),
		commandType: z.string().nullish(),
		action: z.string().nullish(),
		scheduleType: z.string().nullish(),
		scheduleId: z.string().nullish(),
	}),
	meta: open({
		executedAt: z.string().nullish(),
		completedAt: z.string().nullish(),
		durationInSeconds: z.number().nullish(),
	}).nullish(),
});

/**
 * What came of a command or of a charge schedule (service: commands, charge schedules). The HTTP status says little:
 * an answer of 200 or 202 can hold `errors`, or a status other than SUCCESS.
 */
export const outcome = open({ errors: z.array(jsonValue).nullish(), data: execution.nullish() });

/** What came of a removal: as above, or nothing to read. */
export const removalAnswer = z.union([z.literal(''), z.null(), z.undefined(), outcome]);

export type Execution = z.output<typeof execution>;
export type Outcome = z.output<typeof outcome>;
