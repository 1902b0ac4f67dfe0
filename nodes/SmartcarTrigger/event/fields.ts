import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

export const text = z.string();

/** A number, also one written as text (service: section 9, `year` came as a string once). */
export const number = z.union([z.number(), z.string().regex(/^-?\d+(\.\d+)?$/, 'Expected a number')]).transform(Number);

/** An identifier: text, or a number that stands for one. */
export const identifier = z.union([z.string().min(1), z.number()]).transform(String);

/** A JSON object, left as it is. */
export const object = z.custom<IDataObject>(
	(value) => typeof value === 'object' && value !== null && !Array.isArray(value),
	'Expected an object',
);
