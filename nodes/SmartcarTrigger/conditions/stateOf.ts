import { createHash } from 'node:crypto';
import { isObject } from '../../shared/isObject';
import { parseJson } from '../../shared/parseJson';
import { isImperial, round, type Unit } from '../../shared/units';
import { normalizeText, type Condition } from './condition';
import { inUnit } from './numberText';
import type { Value } from './readPlaces';
import { parseYesOrNo } from './parseYesOrNo';

const sortKeys = (_key: string, value: unknown) =>
	isObject(value) ? Object.fromEntries(Object.entries(value).sort()) : value;

/**
 * The JSON text of a list or an object, with its entries in a fixed order, because Smartcar does
 * not promise one. Any other text is returned as it is.
 */
function withSortedEntries(text: string): string {
	const parsed = parseJson(text);
	if (isObject(parsed)) return JSON.stringify(parsed, sortKeys);
	if (!Array.isArray(parsed)) return text;
	const entries = parsed.map((entry: unknown) => JSON.stringify(entry, sortKeys));
	return `[${entries.sort().join()}]`;
}

const digest = (value: Value) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** An imperial unit is compared as it is shown: a car at 21.1 °C is at 70 °F. */
const isEqualNumber = (value: number, target: number, unit: Unit | undefined): boolean =>
	unit !== undefined && isImperial(unit)
		? inUnit(value, unit) === inUnit(target, unit)
		: value === target;

function isEqual(value: Value, target: Value, unit: Unit | undefined): boolean {
	if (typeof value === 'boolean') return value === parseYesOrNo(target);
	if (typeof value === 'number')
		return typeof target !== 'boolean' && isEqualNumber(value, Number(target), unit);
	const compared = (text: string) => normalizeText(withSortedEntries(text));
	return compared(value) === compared(String(target));
}

/** Undefined between the limit and *Reset At*. */
const limitState = (isBeyondLimit: boolean, isReset: boolean) => {
	if (isBeyondLimit) return 'fired';
	return isReset ? 'armed' : undefined;
};

/**
 * How many times a value has passed a distance. Rounded, because 112.65408 / 16.09344 (70 and 10
 * miles in km) gives a little less than 7.
 */
export const multiplesIn = (value: number, distance: number): number =>
	Math.floor(round(value / distance, 9));

/** The state of a condition after a value: see `Observation.state`. */
export function stateOf(value: Value, { rule, signal, unit }: Condition): string | undefined {
	switch (rule.when) {
		case 'becomes':
			return isEqual(value, rule.value, unit) ? 'fired' : 'armed';
		case 'changes':
			// Not if the kind is `any`, since the next value can be text.
			if (typeof value === 'boolean' && signal.kind !== 'any') return String(value);
			if (typeof value !== 'string') return digest(value);
			return digest(signal.kind === 'text' ? normalizeText(value) : withSortedEntries(value));
		case 'every':
			return String(multiplesIn(Number(value), rule.distance));
		case 'below':
			return limitState(Number(value) < rule.limit, Number(value) >= rule.resetAt);
		case 'above':
			return limitState(Number(value) > rule.limit, Number(value) <= rule.resetAt);
		case 'enters':
			return limitState(Number(value) < rule.radius, Number(value) >= rule.resetAt);
		case 'leaves':
			return limitState(Number(value) > rule.radius, Number(value) <= rule.resetAt);
	}
}
