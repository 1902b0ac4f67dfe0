import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../shared/isObject';
import { toNumber } from '../../shared/toNumber';

/** Returned by a field type for a value that is not of that type. */
export const INVALID = Symbol('invalid');

/**
 * Reads one value of an event.
 *
 * An event has hundreds of values. Reading them with zod, or with a result object for each, takes
 * several times as long.
 */
export interface FieldType<Output> {
	/** For messages: "Expected ...". */
	expected: string;
	read(value: unknown): Output | typeof INVALID;
}

export const text: FieldType<string> = {
	expected: 'text',
	read: (value) => (typeof value === 'string' ? value : INVALID),
};

export const number: FieldType<number> = {
	expected: 'a number',
	read: (value) => toNumber(value) ?? INVALID,
};

/** An ID as text. Smartcar also sends numbers. */
export const identifier: FieldType<string> = {
	expected: 'an identifier',
	read(value) {
		if (typeof value === 'number') return String(value);
		return typeof value === 'string' && value !== '' ? value : INVALID;
	},
};

/** A JSON object, as it is. */
export const object: FieldType<IDataObject> = {
	expected: 'an object',
	read: (value) => (isObject(value) ? value : INVALID),
};

/**
 * The type of the recommended action. Smartcar sends `{type, url}`, `{type: null}`, text or
 * nothing.
 */
export const resolution: FieldType<string | undefined> = {
	expected: 'a resolution',
	read(value) {
		const type = isObject(value) ? (value.type ?? undefined) : value;
		return type === undefined || typeof type === 'string' ? type : INVALID;
	},
};
