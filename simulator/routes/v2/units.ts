import type { FastifyRequest } from 'fastify';
import { invalid } from '../../errors/serviceError';

export type UnitSystem = 'metric' | 'imperial';

const KM_PER_MILE = 1.609344;
const KPA_PER_PSI = 6.894757;
const LITERS_PER_GALLON = 3.785412;

/**
 * The unit system a request asks for, default metric.
 * @throws ServiceError 400 for any other
 */
export function unitSystemOf(request: FastifyRequest): UnitSystem {
	const wanted = request.headers['sc-unit-system'] ?? 'metric';
	if (wanted === 'metric' || wanted === 'imperial') return wanted;
	throw invalid('PARAMETER', [
		{ field: ['sc-unit-system'], message: "must be 'metric' or 'imperial'" },
	]);
}

/** Kilometres in the unit system: km or miles. */
export function distance(km: number, unit: UnitSystem): number {
	return unit === 'metric' ? km : round(km / KM_PER_MILE);
}

/** Kilopascals in the unit system: kPa or psi. */
export function pressure(kpa: number, unit: UnitSystem): number {
	return unit === 'metric' ? kpa : round(kpa / KPA_PER_PSI);
}

/** Litres in the unit system: litres or US gallons. */
export function volume(liters: number, unit: UnitSystem): number {
	return unit === 'metric' ? round(liters) : round(liters / LITERS_PER_GALLON);
}

function round(value: number): number {
	return Math.round(value * 100) / 100;
}
