import { z } from 'zod';
import { causeMessage } from '../causeMessage';
import { hashOf } from '../../shared/hashOf';
import { isAbsent } from '../../shared/isAbsent';
import { toSignalCode } from '../../shared/signalCode';
import { shortSignalName } from '../../shared/signalNames';
import {
	findUnit,
	metricUnit,
	toMetric,
	unitsOf,
	withUnitName,
	type Unit,
} from '../../shared/units';
import type { Position } from './area';
import {
	conditionIdentity,
	PLACES,
	WHEN,
	WHEN_BY_KIND,
	type Condition,
	type Rule,
	type When,
} from './condition';
import { conditionSignal, type ConditionSignal } from './conditionSignals';
import { parseYesOrNo } from './parseYesOrNo';

/** A row as the form saves it, or as an expression returns it. */
const rowSchema = z.object({
	signal: z.unknown(),
	when: z.unknown(),
	value: z.unknown(),
	unit: z.unknown(),
	resetAt: z.unknown(),
	place: z.unknown(),
	latitude: z.unknown(),
	longitude: z.unknown(),
	radius: z.unknown(),
	otherSignal: z.unknown(),
	field: z.unknown(),
});

type Row = Partial<z.output<typeof rowSchema>>;

const isBlank = (value: unknown) =>
	isAbsent(value) || (typeof value === 'string' && value.trim() === '');

function cellText(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** Expressions often return a number as text. */
function requireNumber(value: unknown, label: string): number {
	const number = typeof value === 'string' && !isBlank(value) ? Number(value) : value;
	if (typeof number === 'number' && Number.isFinite(number)) return number;
	throw new Error(
		`${label} must be a number${isBlank(value) ? '' : `, not ${JSON.stringify(value)}`}`,
	);
}

function numberWithin(value: unknown, label: string, min: number, max: number): number {
	const number = requireNumber(value, label);
	if (number >= min && number <= max) return number;
	throw new Error(`${label} must be between ${min} and ${max}, not ${number}`);
}

function positiveNumber(value: unknown, label: string): number {
	const number = requireNumber(value, label);
	if (number > 0) return number;
	throw new Error(`${label} must be more than 0, not ${number}`);
}

function readSignal({ signal, otherSignal, field }: Row): ConditionSignal {
	const code = toSignalCode(cellText(signal === 'other' ? otherSignal : signal));
	if (code === '')
		throw new Error(signal === 'other' ? 'Signal Code is empty' : 'Signal is not chosen');
	if (signal !== 'other') return conditionSignal(code);
	const path = cellText(field);
	if (conditionSignal(code).kind === 'location' && (path === '' || path === 'value'))
		throw new Error(
			`Choose ${shortSignalName(code)} in Signal: Other Signal has no fields for an area`,
		);
	// The form fills in `value`, also for a documented signal that has its value in another field.
	return conditionSignal(code, path === '' || path === 'value' ? undefined : path);
}

function readWhen({ when }: Row, signal: ConditionSignal): When {
	const possible = WHEN_BY_KIND[signal.kind];
	const found = possible.find((choice) => choice === when);
	if (found !== undefined) return found;
	// n8n drops When if the form has no field for it: if Signal is not in the list.
	if (signal.kind === 'any' && when === undefined)
		throw new Error(
			`Signal must be the code of a listed signal, such as wheel-tires, not ${JSON.stringify(signal.code)}. For any other signal, set signal to other and otherSignal to its code`,
		);
	const names = possible.map((choice) => `${WHEN[choice]} (${choice})`).join(', ');
	throw new Error(`When must be one of: ${names}`);
}

function readUnit({ unit }: Row, signal: ConditionSignal): Unit | undefined {
	const { quantity } = signal;
	if (quantity === undefined) return undefined;
	if (isBlank(unit)) return metricUnit(quantity);
	const found = findUnit(cellText(unit), quantity);
	if (found !== undefined) return found;
	const names = unitsOf(quantity).map((possible) => possible.name);
	throw new Error(
		`Unit must be one of ${names.join(', ')} for ${shortSignalName(signal.code)}, not ${JSON.stringify(unit)}`,
	);
}

function readPlace({ place }: Row, { kind }: ConditionSignal): string | undefined {
	if (kind !== 'tires' && kind !== 'grid') return undefined;
	const text = cellText(place);
	if (isBlank(place) || text === 'any') return undefined;
	const names = Object.keys(PLACES);
	if (names.includes(text) || /^row\d+Column\d+$/.test(text)) return text;
	throw new Error(
		`Place must be one of ${names.join(', ')} or have the format row2Column0, not ${JSON.stringify(place)}`,
	);
}

const readCenter = ({ latitude, longitude }: Row): Position => ({
	latitude: numberWithin(latitude, 'Latitude', -90, 90),
	longitude: numberWithin(longitude, 'Longitude', -180, 180),
});

/** The value that a condition must reach before it can fire again. By default the limit itself. */
function readReset(
	resetAt: unknown,
	limit: number,
	side: 'below' | 'above',
	unitName: string | undefined,
): number {
	if (isBlank(resetAt)) return limit;
	const reset = requireNumber(resetAt, 'Reset At');
	if (side === 'below' ? reset >= limit : reset <= limit) return reset;
	const bound = side === 'below' ? 'at least' : 'at most';
	const limitText = unitName === undefined ? limit : withUnitName(limit, unitName);
	throw new Error(`Reset At must be ${bound} ${limitText}, not ${reset}`);
}

function readBecomesValue({ value }: Row, { kind }: ConditionSignal, unit: Unit | undefined) {
	if (kind === 'number' || kind === 'counter') return toMetric(requireNumber(value, 'Value'), unit);
	if (kind === 'boolean' || kind === 'grid') {
		const boolean = parseYesOrNo(value);
		if (boolean === undefined) throw new Error('Value must be true or false');
		return boolean;
	}
	if (typeof value === 'boolean' || typeof value === 'number') return value;
	if (typeof value === 'string' && !isBlank(value)) return value.trim();
	throw new Error('Value is empty');
}

function readRule(row: Row, signal: ConditionSignal, unit: Unit | undefined): Rule {
	const when = readWhen(row, signal);
	switch (when) {
		case 'below':
		case 'above': {
			const limit = requireNumber(row.value, 'Value');
			const resetAt = readReset(row.resetAt, limit, when, unit?.name);
			return { when, limit: toMetric(limit, unit), resetAt: toMetric(resetAt, unit) };
		}
		case 'enters':
		case 'leaves': {
			const radius = positiveNumber(row.radius, 'Radius');
			// The compared value is the distance to the center, so a vehicle enters by falling below the
			// radius.
			const side = when === 'enters' ? 'below' : 'above';
			const resetAt = readReset(row.resetAt, radius, side, 'm');
			return { when, center: readCenter(row), radius, resetAt };
		}
		case 'becomes':
			return { when, value: readBecomesValue(row, signal, unit) };
		case 'every':
			return { when, distance: toMetric(positiveNumber(row.value, 'Value'), unit) };
		default:
			return { when };
	}
}

function readRow(row: Row): Omit<Condition, 'id'> {
	const signal = readSignal(row);
	const unit = readUnit(row, signal);
	return { signal, unit, place: readPlace(row, signal), rule: readRule(row, signal, unit) };
}

/** The name of a row for an error, such as `Condition 2 (Tire Pressure Falls Below)`. */
export function rowName(row: Row, index: number): string {
	const code = cellText(row.signal === 'other' ? row.otherSignal : row.signal);
	const when = Object.entries(WHEN).find(([choice]) => choice === row.when)?.[1];
	const words = [code && shortSignalName(code), when].filter(Boolean).join(' ');
	return words === '' ? `Condition ${index + 1}` : `Condition ${index + 1} (${words})`;
}

function readRows(rows: Row[], context: z.RefinementCtx): Condition[] {
	const counts = new Map<string, number>();
	return rows.flatMap((row, index) => {
		try {
			const condition = readRow(row);
			const key = conditionIdentity(condition);
			// Equal rows are separate conditions, so their IDs differ in the count.
			const count = (counts.get(key) ?? 0) + 1;
			counts.set(key, count);
			return [{ ...condition, id: hashOf(key, String(count)) }];
		} catch (cause) {
			const message = `${rowName(row, index)}: ${causeMessage(cause)}`;
			context.addIssue({ code: 'custom', message });
			return [];
		}
	});
}

/**
 * The parameter *Conditions* as the form saves it: a fixed collection with the rows under `values`.
 */
export const rowListSchema = z.preprocess(
	(value) => (isBlank(value) ? {} : value),
	z.object({ values: z.array(rowSchema.partial()).nullish() }),
);

/** The parameter *Conditions*. */
export const conditionListSchema = rowListSchema.transform(({ values }, context) =>
	readRows(values ?? [], context),
);
