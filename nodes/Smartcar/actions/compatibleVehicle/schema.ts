import { z } from 'zod';
import { openObject } from '../shared/schema';

const capabilitySchema = openObject({
	type: z.string().nullish(),
	code: z.string().nullish(),
	capability: z.string().nullish(),
});

/**
 * A vehicle model with its signals and commands. See
 * docs/contributing/smartcar-api.md#compatible-vehicles.
 */
export const compatibleVehicleSchema = openObject({
	id: z.string().min(1),
	attributes: openObject({
		make: z.string().nullish(),
		model: z.string().nullish(),
		region: z.string().nullish(),
		powertrainType: z.string().nullish(),
		years: openObject({ start: z.number().nullish(), end: z.number().nullish() }).nullish(),
		capabilities: z.array(capabilitySchema).nullish(),
	}),
});

/** One response holds all models. They are checked one by one. */
export const compatibleVehicleListSchema = openObject({ data: z.array(z.unknown()) });

export type CompatibleVehicle = z.output<typeof compatibleVehicleSchema>;
