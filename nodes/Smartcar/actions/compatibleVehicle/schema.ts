import { z } from 'zod';
import { open } from '../shared/schema';

const capability = open({
	type: z.string().nullish(),
	code: z.string().nullish(),
	capability: z.string().nullish(),
	permission: z.string().nullish(),
});

/** A vehicle model and what can be read from it and sent to it (service: compatible vehicles). */
export const compatibleVehicle = open({
	id: z.string().min(1),
	attributes: open({
		make: z.string().nullish(),
		model: z.string().nullish(),
		region: z.string().nullish(),
		powertrainType: z.string().nullish(),
		years: open({ start: z.number().nullish(), end: z.number().nullish() }).nullish(),
		capabilities: z.array(capability).nullish(),
	}),
});

/** All matches come in one answer; the names of its paging keys vary and are not looked at. */
export const compatibleVehicleList = open({ data: z.array(compatibleVehicle) });

export type CompatibleVehicle = z.output<typeof compatibleVehicle>;
