import type { IDataObject } from 'n8n-workflow';

/** Whether a value is a JSON object: not null, not a list. */
export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
