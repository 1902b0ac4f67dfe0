import { isSignalCode } from '../../shared/signalCode';
import { fromMetric, toMetric, withUnitName, type Quantity, type Unit } from '../../shared/units';
import { canBeNegative, conditionIdentity, type AreaRule, type Condition } from './condition';
import { rowName } from './conditionRows';
import { EXACT_DECIMALS, inUnit } from './numberText';
import type { ConditionSignal } from './conditionSignals';

/** What is wrong with a condition, or undefined. */
type Finding = string | undefined;

const checkCode = ({ code }: ConditionSignal): Finding =>
	isSignalCode(code) ? undefined : `Signal Code must be a code such as charge-voltage, not ${code}`;

const checkPositive = (value: number): Finding =>
	value > 0 ? undefined : `Value must be more than 0, not ${value}`;

/** The quantities whose values are almost always above 0. */
const USUALLY_ABOVE_0: ReadonlySet<Quantity | undefined> = new Set([
	'distance',
	'percent',
	'pressure',
	'volume',
]);

/**
 * Checks that a limit of 0, the form's default, makes sense. It does not if the value cannot fall
 * below 0, or is almost always above it. But it does for a speed or a charge rate that rises above
 * 0: the vehicle starts to move or to charge.
 */
function checkLimitAtZero(
	limit: number,
	when: 'below' | 'above',
	signal: ConditionSignal,
): Finding {
	const { kind, quantity } = signal;
	// A listed signal without a quantity is a count.
	const isCount = quantity === undefined && kind !== 'any';
	const canBeZero =
		when === 'below' ? canBeNegative(signal) && !isCount : !USUALLY_ABOVE_0.has(quantity);
	return canBeZero ? undefined : checkPositive(limit);
}

/** The highest values that a battery and a tire can have, in the metric unit. */
const HIGHEST_VALUES: Partial<Record<Quantity, number>> = { percent: 100, pressure: 1_000 };

/**
 * Checks that values can reach a number of the form. Otherwise the condition would never fire, or,
 * for *Falls Below* and *Reset At*, only once.
 */
function checkReachable(
	value: number,
	label: string,
	unit: Unit | undefined,
	bound: 'at most' | 'less than' = 'at most',
): Finding {
	if (unit === undefined) return undefined;
	const highest = HIGHEST_VALUES[unit.quantity] ?? Infinity;
	const metric = toMetric(value, unit);
	if (bound === 'at most' ? metric <= highest : metric < highest) return undefined;
	const highestText = withUnitName(Math.floor(fromMetric(highest, unit)), unit.name);
	return `${label} must be ${bound} ${highestText}, not ${value}`;
}

/**
 * A lower number of kPa, the default unit, was probably meant in another unit, such as 32 psi. For
 * a tire that is almost flat, a user can still enter bar or psi.
 */
const LOWEST_KPA = 50;

/** Finds a number that was probably meant in another unit, or as a fraction. */
function checkUsualUnit(value: number, label: string, unit: Unit | undefined): Finding {
	if (value <= 0) return undefined;
	if (unit?.name === 'kPa' && value < LOWEST_KPA)
		return `${label} must be at least ${LOWEST_KPA} kPa, not ${value}. For psi or bar, change Unit`;
	if (unit?.quantity === 'percent' && value < 1)
		return `${label} must be at least 1%, not ${value}. For 20%, enter 20`;
	return undefined;
}

function checkReset(reset: number, signal: ConditionSignal, unit: Unit | undefined): Finding {
	if (reset < 0 && !canBeNegative(signal)) return `Reset At must be at least 0, not ${reset}`;
	return checkReachable(reset, 'Reset At', unit) ?? checkUsualUnit(reset, 'Reset At', unit);
}

/** A coordinate of 0 is the form's default, so the user has probably not entered it. */
function checkCoordinate(degrees: number, label: string): Finding {
	if (degrees !== 0) return undefined;
	return `${label} is 0: enter the center of the area. If 0 is right, enter 0.000001`;
}

/**
 * In meters. A car's position is not more exact: a parked car would leave a smaller area again and
 * again, or never come back into one.
 */
const SMALLEST_RADIUS = 20;

const checkRadius = (radius: number, label: string): Finding =>
	radius >= SMALLEST_RADIUS
		? undefined
		: `${label} must be at least ${SMALLEST_RADIUS} meters, not ${radius}`;

const checkArea = ({ center, radius, resetAt }: AreaRule): Finding =>
	checkCoordinate(center.latitude, 'Latitude') ??
	checkCoordinate(center.longitude, 'Longitude') ??
	checkRadius(radius, 'Radius') ??
	checkRadius(resetAt, 'Reset At');

function checkRule({ rule, signal, unit }: Condition): Finding {
	const asEntered = (metric: number) => inUnit(metric, unit, EXACT_DECIMALS);
	switch (rule.when) {
		case 'below':
		case 'above': {
			const limit = asEntered(rule.limit);
			const resetAt = asEntered(rule.resetAt);
			return (
				checkLimitAtZero(limit, rule.when, signal) ??
				checkReachable(limit, 'Value', unit, rule.when === 'below' ? 'at most' : 'less than') ??
				checkUsualUnit(limit, 'Value', unit) ??
				(resetAt === limit ? undefined : checkReset(resetAt, signal, unit))
			);
		}
		case 'enters':
		case 'leaves':
			return checkArea(rule);
		case 'becomes': {
			if (signal.kind === 'text' && typeof rule.value === 'boolean')
				return `Value must be text that Smartcar sends, such as FULLY_CHARGED, not ${rule.value}`;
			if (typeof rule.value !== 'number') return undefined;
			const value = asEntered(rule.value);
			// An odometer of 0 marks a missing value.
			const isOdometer = signal.kind === 'counter' && signal.quantity !== undefined;
			return (
				(isOdometer ? checkPositive(value) : undefined) ??
				checkReachable(value, 'Value', unit) ??
				checkUsualUnit(value, 'Value', unit)
			);
		}
		default:
			return undefined;
	}
}

/**
 * Finds a condition that the trigger can evaluate, but in which the user has probably made a
 * mistake, such as a limit of 32 kPa instead of 32 psi. Such a workflow cannot be published. One
 * that is published already goes on, because a later version of the package may check more, and its
 * other conditions are right.
 * @returns the name of the row, and what is wrong
 */
export function implausibleCondition(conditions: readonly Condition[]): string | undefined {
	const indexByIdentity = new Map<string, number>();
	for (const [index, condition] of conditions.entries()) {
		const { signal, rule } = condition;
		const identity = conditionIdentity(condition);
		const equalIndex = indexByIdentity.get(identity);
		indexByIdentity.set(identity, index);
		const finding =
			checkCode(signal) ??
			checkRule(condition) ??
			(equalIndex === undefined ? undefined : `It is the same as condition ${equalIndex + 1}`);
		if (finding === undefined) continue;
		return `${rowName({ signal: signal.code, when: rule.when }, index)}: ${finding}`;
	}
	return undefined;
}
