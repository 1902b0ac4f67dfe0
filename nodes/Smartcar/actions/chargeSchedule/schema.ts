import { z } from 'zod';
import { open } from '../shared/schema';

/** A part that only tells a human more: one in another form is left out. */
const text = z.string().min(1).optional().catch(undefined);
const degrees = z.number().optional().catch(undefined);

const condition = z
	.object({ name: text, latitude: degrees, longitude: degrees })
	.optional()
	.catch(undefined);
const schedules = z.array(z.object({ start: text, end: text })).catch([]);

const timer = z.object({ scheduleId: text, scheduleType: text, condition, schedules });

/** Body of the signal `charge-chargetimers` (service: object and list bodies): entries of a place have an ID. */
export const chargeTimers = open({ values: z.array(timer) });

export type ChargeTimer = z.output<typeof timer>;
