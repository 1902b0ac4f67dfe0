import type { z } from 'zod';
import type { vehicleSummarySchema } from './schema';

type VehicleSummary = z.output<typeof vehicleSummarySchema>;

/**
 * What Smartcar says about a vehicle beside other data, always with the same fields. Missing values
 * are null.
 */
export function simplifyVehicleSummary(summary: Partial<VehicleSummary> | null | undefined) {
	const { make, model, year, mode, powertrainType } = summary ?? {};
	return {
		make: make ?? null,
		model: model ?? null,
		year: year ?? null,
		mode: mode ?? null,
		powertrainType: powertrainType ?? null,
	};
}
