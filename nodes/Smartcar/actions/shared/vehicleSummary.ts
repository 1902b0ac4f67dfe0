import { z } from 'zod';
import { open } from './schema';

/** Vehicle summary within subscriptions and connections (spec: Vehicle summary). The year has come as text too. */
export const vehicleSummary = open({
	make: z.string().nullish(),
	model: z.string().nullish(),
	year: z.union([z.number(), z.string()]).nullish(),
	mode: z.string().nullish(),
	powertrainType: z.string().nullish(),
});

/** To-one relationship. Its `type` is not looked at: the service prints a wrong one at times. */
export const relationship = open({ data: open({ id: z.string().min(1) }) });
