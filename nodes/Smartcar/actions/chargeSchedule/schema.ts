import { z } from 'zod';
import { openObject } from '../shared/schema';

/** Parts of the display name. Values of another type are ignored. */
const text = z.string().min(1).optional().catch(undefined);
const degrees = z.number().optional().catch(undefined);

const condition = z
	.object({ name: text, latitude: degrees, longitude: degrees })
	.optional()
	.catch(undefined);
const schedules = z.array(z.object({ start: text, end: text })).catch([]);

const timer = z.object({ scheduleId: text, scheduleType: text, condition, schedules });

/**
 * The body of the signal `charge-chargetimers`. Only schedules at a location have an ID.
 * See docs/contributing/smartcar-api.md#charge-schedules.
 */
export const chargeTimers = openObject({ values: z.array(timer) });

export type ChargeTimer = z.output<typeof timer>;
