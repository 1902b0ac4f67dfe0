import { round } from '../../shared/units';
import { isArea, type Condition } from './condition';
import { decimalsOf, decimalsToTellApart, EXACT_DECIMALS, inUnit } from './numberText';
import type { Observation } from './observe';
import type { Value } from './readPlaces';
import { multiplesIn, stateOf } from './stateOf';

/** The last multiple of a distance that a value has passed. */
export const passedMultiple = (value: number, distance: number): number =>
	round(multiplesIn(value, distance) * distance, EXACT_DECIMALS);

/** 0, if a value must not look like it: a small rest must not, but 0 degrees are nothing special. */
export const zeroFor = ({ signal }: Condition, value: number): number[] =>
	value === 0 || signal.quantity === 'temperature' ? [] : [0];

/** What a value must not look equal to, in the metric unit. */
function comparedValues(
	condition: Condition,
	value: number,
	previousValue: Value | undefined,
): Array<Value | undefined> {
	const { rule } = condition;
	const zero = zeroFor(condition, value);
	switch (rule.when) {
		case 'below':
		case 'above':
			return [rule.limit, ...zero];
		case 'every': {
			const passed = passedMultiple(value, rule.distance);
			return [passed, passed + rule.distance];
		}
		case 'becomes':
			return stateOf(value, condition) === 'fired' ? [] : [rule.value, ...zero];
		case 'changes':
			return [previousValue, ...zero];
		case 'enters':
		case 'leaves':
			return [rule.radius];
	}
}

/** The decimals of a value that has no close value to be told apart from. */
export const fewestDecimals = ({ rule, unit }: Condition): number =>
	isArea(rule) ? 1 : decimalsOf(unit);

/** The decimals that tell a value from what it is compared with, such as the limit. */
export function valueDecimals({ condition, value }: Observation, previousValue?: Value): number {
	const { rule, unit } = condition;
	const fewest = fewestDecimals(condition);
	if (typeof value !== 'number') return fewest;
	// It is the number that the user has entered.
	if (rule.when === 'becomes' && value === rule.value) return EXACT_DECIMALS;
	const roundTo = (metric: number, decimals: number) => inUnit(metric, unit, decimals);
	return comparedValues(condition, value, previousValue).reduce<number>(
		(decimals, other) =>
			typeof other === 'number' ? decimalsToTellApart(value, other, roundTo, decimals) : decimals,
		fewest,
	);
}
