import type { Unit } from '../../shared/units';
import type { Position } from './area';
import type { ConditionSignal, SignalKind } from './conditionSignals';

/** The choices of the parameter *When*, with the labels that the form shows. */
export const WHEN = {
	below: 'Falls Below',
	above: 'Rises Above',
	becomes: 'Becomes',
	changes: 'Changes',
	enters: 'Enters Area',
	leaves: 'Leaves Area',
	every: 'Every',
} as const;

export type When = keyof typeof WHEN;

/** The choices of *When* that fit the values of a signal. */
export const WHEN_BY_KIND: Record<SignalKind, readonly When[]> = {
	number: ['below', 'above', 'becomes', 'changes'],
	counter: ['below', 'above', 'becomes', 'changes', 'every'],
	tires: ['below', 'above', 'changes'],
	boolean: ['becomes', 'changes'],
	grid: ['becomes', 'changes'],
	text: ['becomes', 'changes'],
	location: ['enters', 'leaves'],
	list: ['changes'],
	any: ['below', 'above', 'becomes', 'changes', 'every'],
};

/** The choices of the parameter *Place*: a tire, door or window of a car with two rows of seats. */
export const PLACES = {
	any: 'Any',
	frontLeft: 'Front Left',
	frontRight: 'Front Right',
	backLeft: 'Back Left',
	backRight: 'Back Right',
} as const;

/**
 * The rule of *Enters Area* and *Leaves Area*. The compared value is the distance to the center.
 */
export interface AreaRule {
	when: 'enters' | 'leaves';
	center: Position;
	/** In meters, like `resetAt`. */
	radius: number;
	resetAt: number;
}

/**
 * What the value of a signal is compared with. Numbers are in the metric unit, whatever unit the
 * user chose. After a condition has fired, the value has to reach `resetAt` before it can fire
 * again.
 */
export type Rule =
	| { when: 'below' | 'above'; limit: number; resetAt: number }
	| AreaRule
	/** A text is kept as the user entered it, and normalized only to compare it. */
	| { when: 'becomes'; value: string | number | boolean }
	| { when: 'every'; distance: number }
	| { when: 'changes' };

export const isArea = (rule: Rule): rule is AreaRule =>
	rule.when === 'enters' || rule.when === 'leaves';

/** One row of the parameter *Conditions*. */
export interface Condition {
	/** A hash of the row. An edited row has another ID, so nothing is known about it yet. */
	id: string;
	signal: ConditionSignal;
	/** A tire, door or window. Undefined if the condition is for each of them. */
	place?: string;
	/** The unit that the user chose. Undefined for a number without one. */
	unit?: Unit;
	rule: Rule;
}

/** Whether a condition compares a value with the one before, so that no first value meets it. */
export const comparesWithPrevious = ({
	rule: { when },
}: {
	rule: { when: When | 'error' };
}): boolean => when === 'changes' || when === 'every';

/**
 * Whether a condition that has fired cannot fire again until its value has reached *Reset At* or,
 * for *Becomes*, has been another one.
 */
export const isLatching = (condition: Condition): boolean => !comparesWithPrevious(condition);

/** Whether a number can be below 0. Without a quantity it is not known what it measures. */
export const canBeNegative = ({ quantity }: ConditionSignal): boolean =>
	quantity === undefined || ['temperature', 'power', 'current'].includes(quantity);

/**
 * Makes texts equal that differ only in case, underscores or outer spaces. Smartcar's code is
 * `FULLY_CHARGED`, and a user may enter `Fully charged`.
 */
export const normalizeText = (text: string): string =>
	text.trim().toLowerCase().replaceAll('_', ' ');

const withNormalizedText = (rule: Rule): Rule =>
	rule.when === 'becomes' && typeof rule.value === 'string'
		? { ...rule, value: normalizeText(rule.value) }
		: rule;

/**
 * What the ID of a condition depends on. The unit does not count, because 2 bar and 200 kPa are the
 * same limit. Nor do the case and the underscores of a text. So two conditions with *Becomes* are
 * the same, too, although an imperial unit is compared as it is shown.
 */
export const conditionIdentity = ({ signal, place, rule }: Omit<Condition, 'id'>) =>
	JSON.stringify([signal.code, signal.field, place ?? null, withNormalizedText(rule)]);
