import { metricUnit, unitOfOtherSystem, type Quantity } from '../../../shared/units';

export type UnitSystem = 'imperial' | 'metric';

/**
 * The unit system of a response. Its header decides. Without it the response is metric, or unknown
 * if the request asked for imperial units. See docs/contributing/smartcar-api.md#tire-pressure.
 *
 * @param header the response header sc-unit-system
 * @param requested the option Unit System
 */
export function usedUnitSystem(
	header: string | undefined,
	requested: UnitSystem | undefined,
): UnitSystem | undefined {
	const used = header?.toLowerCase();
	if (used === 'imperial' || used === 'metric') return used;
	return requested === 'imperial' ? undefined : 'metric';
}

/** The quantities of the fields that have a unit, by path of a batch. */
const FIELD_QUANTITIES = new Map<string, Record<string, Quantity>>([
	['/battery', { range: 'distance' }],
	['/battery/capacity', { capacity: 'energy' }],
	['/battery/nominal_capacity', { availableCapacities: 'energy', capacity: 'energy' }],
	['/fuel', { amountRemaining: 'volume', range: 'distance' }],
	['/odometer', { distance: 'distance' }],
	[
		'/tires/pressure',
		{ backLeft: 'pressure', backRight: 'pressure', frontLeft: 'pressure', frontRight: 'pressure' },
	],
]);

/** The unit of a quantity. Null if the unit system is unknown and the unit depends on it. */
export function unitOf(quantity: Quantity, system: UnitSystem | undefined): string | null {
	const metric = metricUnit(quantity);
	const imperial = unitOfOtherSystem(metric);
	if (imperial === undefined || system === 'metric') return metric.name;
	return system === 'imperial' ? imperial.name : null;
}

/** The units of the fields of a path. Undefined if none has one. */
export function unitsOfPath(
	path: string,
	system: UnitSystem | undefined,
): Record<string, string | null> | undefined {
	const quantities = FIELD_QUANTITIES.get(path);
	if (quantities === undefined) return undefined;
	return Object.fromEntries(
		Object.entries(quantities).map(([field, quantity]) => [field, unitOf(quantity, system)]),
	);
}
