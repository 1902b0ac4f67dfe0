import { z } from 'zod';
import { openObject } from '../shared/schema';

// Most fields are only shown in the list from which the user picks a schedule. So a value of
// another type is ignored.
const textSchema = z.string().min(1).optional().catch(undefined);
const degreesSchema = z.number().optional().catch(undefined);

const conditionSchema = z
	.object({ name: textSchema, latitude: degreesSchema, longitude: degreesSchema })
	.optional()
	.catch(undefined);
const schedulesSchema = z.array(z.object({ start: textSchema, end: textSchema })).catch([]);

const timerSchema = z.object({
	scheduleId: textSchema,
	scheduleType: textSchema,
	condition: conditionSchema,
	schedules: schedulesSchema,
});

/**
 * The body of the signal `charge-chargetimers`. Only schedules at a location have an ID.
 * See docs/contributing/smartcar-api.md#charge-schedules.
 */
export const chargeTimersSchema = openObject({ values: z.array(timerSchema) });

export type ChargeTimer = z.output<typeof timerSchema>;
