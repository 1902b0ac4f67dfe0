import type { IDataObject } from 'n8n-workflow';
import { MISFIT, type Reader } from './fieldType';

export const text: Reader<string> = {
	expected: 'text',
	read: (value) => (typeof value === 'string' ? value : MISFIT),
};

const NUMBER = /^-?\d+(\.\d+)?$/;

/** A number, also one written as text (service: section 9, `year` came as a string once). */
export const number: Reader<number> = {
	expected: 'a number',
	read(value) {
		if (typeof value === 'number') return value;
		return typeof value === 'string' && NUMBER.test(value) ? Number(value) : MISFIT;
	},
};

/** An identifier: text, or a number that stands for one. */
export const identifier: Reader<string> = {
	expected: 'an identifier',
	read(value) {
		if (typeof value === 'number') return String(value);
		return typeof value === 'string' && value !== '' ? value : MISFIT;
	},
};

export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A JSON object, left as it is. */
export const object: Reader<IDataObject> = {
	expected: 'an object',
	read: (value) => (isObject(value) ? value : MISFIT),
};
