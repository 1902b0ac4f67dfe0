import type { z } from 'zod';
import { toNumber } from '../../../shared/toNumber';
import type { vehicleSummarySchema } from './schema';

/** What Smartcar says about a vehicle. */
export type VehicleSummary = Partial<z.output<typeof vehicleSummarySchema>> | null | undefined;

/**
 * The description of the vehicle that Smartcar adds to other resources, always with the same
 * fields. A field comes from the first summary that has it. Missing values are null.
 */
export function simplifyVehicleSummary(...summaries: VehicleSummary[]) {
	const first = <Value>(valueOf: (summary: VehicleSummary) => Value | null | undefined) =>
		summaries.map(valueOf).find((value) => value !== null && value !== undefined) ?? null;
	const year = first((summary) => summary?.year);
	return {
		make: first((summary) => summary?.make),
		model: first((summary) => summary?.model),
		year: toNumber(year) ?? year,
		mode: first((summary) => summary?.mode),
		powertrainType: first((summary) => summary?.powertrainType),
	};
}

export type SimplifiedSummary = ReturnType<typeof simplifyVehicleSummary>;
