import { isObject } from '../../../shared/isObject';

/**
 * Whether a parameter has the value of a resource locator. Unlike n8n's `isResourceLocatorValue` it
 * needs no mark `__rl`, which the field of a collection has only once the user has chosen
 * something.
 */
export const isLocatorValue = (value: unknown): value is { mode: unknown; value: unknown } =>
	isObject(value) && 'mode' in value && 'value' in value;
