import { jsonParse } from 'n8n-workflow';

/** The list or the object of a JSON text. Null for any other text. */
export const parseJson = (text: string): unknown =>
	/^[[{]/.test(text) ? jsonParse<unknown>(text, { fallbackValue: null }) : null;
