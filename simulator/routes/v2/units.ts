import type { FastifyRequest } from 'fastify';
import { validationError } from '../../errors/apiError';

export type UnitSystem = 'metric' | 'imperial';

const KM_PER_MILE = 1.609344;
const KPA_PER_PSI = 6.894757;
const LITERS_PER_GALLON = 3.785412;

/**
 * Returns the unit system in the `sc-unit-system` header, default metric.
 * @throws ApiError 400 for an unknown unit system
 */
export function unitSystemOf(request: FastifyRequest): UnitSystem {
	const unit = request.headers['sc-unit-system'] ?? 'metric';
	if (unit === 'metric' || unit === 'imperial') return unit;
	throw validationError('PARAMETER', [
		{ field: ['sc-unit-system'], message: "must be 'metric' or 'imperial'" },
	]);
}

/** Converts kilometers to km or miles. */
export function distance(km: number, unit: UnitSystem): number {
	return unit === 'metric' ? km : round(km / KM_PER_MILE);
}

/** Converts kilopascals to kPa or psi. */
export function pressure(kpa: number, unit: UnitSystem): number {
	return unit === 'metric' ? kpa : round(kpa / KPA_PER_PSI);
}

/** Converts liters to liters or US gallons. */
export function volume(liters: number, unit: UnitSystem): number {
	return unit === 'metric' ? round(liters) : round(liters / LITERS_PER_GALLON);
}

function round(value: number): number {
	return Math.round(value * 100) / 100;
}
