import type { IDataObject } from 'n8n-workflow';
import { found, reader } from './reader';

export const text = reader('text', (value) => (typeof value === 'string' ? found(value) : undefined));

/** Any value, to be looked at later. */
export const anything = reader('anything', found);

const NUMBER = /^-?\d+(\.\d+)?$/;

/** A number, also one written as text (service: section 9, `year` came as a string once). */
export const number = reader('a number', (value) => {
	const isNumber = typeof value === 'number' || (typeof value === 'string' && NUMBER.test(value));
	return isNumber ? found(Number(value)) : undefined;
});

/** An identifier: text, or a number that stands for one. */
export const identifier = reader('an identifier', (value) => {
	const isIdentifier = typeof value === 'number' || (typeof value === 'string' && value !== '');
	return isIdentifier ? found(String(value)) : undefined;
});

export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A JSON object, left as it is. */
export const object = reader('an object', (value) => (isObject(value) ? found(value) : undefined));
