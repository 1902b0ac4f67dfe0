import {
	isResourceLocatorValue,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
} from 'n8n-workflow';
import type { Wanted } from '../../transport/pagination';

/** The error for a parameter value that cannot be used: names the parameter, says what is allowed, shows the value. */
export function badParameter(
	context: IExecuteFunctions,
	item: number,
	label: string,
	allowed: string,
	value: unknown,
): NodeOperationError {
	const held: unknown = isResourceLocatorValue(value) ? value.value : value;
	const shown = held === undefined ? 'undefined' : JSON.stringify(held);
	return new NodeOperationError(context.getNode(), `'${label}' must be ${allowed}`, {
		itemIndex: item,
		description: `It is ${shown.length > 120 ? `${shown.slice(0, 120)}…` : shown}. If it comes from an expression, check what the expression gives for item ${item}.`,
		failure: { cause: 'configuration-invalid' },
	});
}

/** A whole number from `min` to `max`; text that is such a number counts, as expressions often give it. */
export function wholeNumber(value: unknown, min: number, max: number): number | undefined {
	const number = decimal(value, min, max);
	return Number.isInteger(number) ? number : undefined;
}

/** A number from `min` to `max`; text that is such a number counts, as expressions often give it. */
export function decimal(value: unknown, min: number, max: number): number | undefined {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && number >= min && number <= max ? number : undefined;
}

/** What Return All and Limit ask for. */
export function readWanted(context: IExecuteFunctions, item: number): Wanted {
	const all: unknown = context.getNodeParameter('returnAll', item, false);
	if (typeof all !== 'boolean')
		throw badParameter(context, item, 'Return All', 'true or false', all);
	if (all) return { all };
	const value: unknown = context.getNodeParameter('limit', item, 50);
	const limit = wholeNumber(value, 1, Number.MAX_SAFE_INTEGER);
	if (limit === undefined)
		throw badParameter(context, item, 'Limit', 'a whole number of at least 1', value);
	return { all, limit };
}

/** The values of a collection, such as Options or Filters. */
export function readCollection(
	context: IExecuteFunctions,
	item: number,
	name: string,
	label: string,
): IDataObject {
	const value: unknown = context.getNodeParameter(name, item, {});
	if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
	throw badParameter(context, item, label, 'an object', value);
}

/** A boolean parameter, such as Simplify. */
export function readFlag(
	context: IExecuteFunctions,
	item: number,
	name: string,
	label: string,
): boolean {
	const value: unknown = context.getNodeParameter(name, item, true);
	if (typeof value !== 'boolean') throw badParameter(context, item, label, 'true or false', value);
	return value;
}

/** No name or address of the service is longer; what is comes from a mistake. */
export const MAX_TEXT_LENGTH = 2000;

/** Some text, trimmed; a number counts as the text that it is written as. Undefined for anything else or too long. */
export function readableText(value: unknown): string | undefined {
	const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
	return text !== '' && text.length <= MAX_TEXT_LENGTH ? text : undefined;
}
