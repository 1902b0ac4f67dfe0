import { isObject } from './isObject';

/**
 * A property of a JSON object, if it is text. Undefined if it is empty or the value is no object.
 */
export function textProperty(value: unknown, name: string): string | undefined {
	const property = isObject(value) ? value[name] : undefined;
	return typeof property === 'string' && property !== '' ? property : undefined;
}
