import type { INodeProperties } from 'n8n-workflow';
import { parseBoolean } from '../../../shared/parseBoolean';
import { parseJson } from '../../../shared/parseJson';
import type { RequestOptions } from '../../transport/client';
import {
	addHeadersOption,
	concurrentCommandsOption,
	concurrentRequestsOption,
	limitField,
	MAX_CONCURRENCY,
	maxRetryWaitOption,
	returnAllField,
	simplifyField,
	toolFieldsField,
	toolOutputField,
	unitSystemOption,
} from './common.descriptions';
import type { ChoiceField, Field, InputItem } from './inputItem';
import { isLocatorValue } from './isLocatorValue';
import { userLocator } from './locators';

/** Resources whose operations make a vehicle do something. */
const COMMAND_RESOURCES: ReadonlySet<unknown> = new Set(['chargeSchedule', 'command']);

/** A longer text is a mistake: no name, ID or URL of Smartcar has this many characters. */
export const MAX_TEXT_LENGTH = 2000;

/** Returns a number from `min` to `max`. The value may be text, which expressions often return. */
export function parseNumberBetween(value: unknown, min: number, max: number): number | undefined {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && number >= min && number <= max ? number : undefined;
}

/** Like {@link parseNumberBetween}, for whole numbers. */
export function parseWholeNumber(value: unknown, min: number, max: number): number | undefined {
	const number = parseNumberBetween(value, min, max);
	return Number.isInteger(number) ? number : undefined;
}

/**
 * Returns a text or number as trimmed text. Undefined if it is empty, too long, NaN or something
 * else.
 */
export function parseText(value: unknown): string | undefined {
	const isTextOrNumber = typeof value === 'string' || Number.isFinite(value);
	const text = isTextOrNumber ? String(value).trim() : '';
	return text !== '' && text.length <= MAX_TEXT_LENGTH ? text : undefined;
}

/**
 * Returns the entries of a list, of a JSON list as text, which AI models often write, or of text
 * with separators. Undefined for any other value.
 */
export function parseEntries(value: unknown, separator = /[,;\n]/): unknown[] | undefined {
	if (Array.isArray(value)) return value;
	if (typeof value !== 'string') return undefined;
	const json = parseJson(value.trim());
	if (Array.isArray(json)) return json;
	const entries = value.split(separator).map((entry) => entry.trim());
	return entries.filter((entry) => entry !== '');
}

/** Names the choices, for an error: `a, b or c`. */
export const oneOf = (choices: readonly string[]): string =>
	[choices.slice(0, -1).join(', '), choices.at(-1)].filter(Boolean).join(' or ');

/**
 * Returns the option of the field that equals the value, or throws.
 *
 * @param choices in the order in which the error names them. By default as in the form.
 */
export function toChoice<Choice extends string>(
	item: InputItem,
	field: ChoiceField<Choice>,
	value: unknown,
	choices: ReadonlyArray<NoInfer<Choice>> = field.options.map((option) => option.value),
): Choice {
	const choice = choices.find((candidate) => candidate === value);
	if (choice !== undefined) return choice;
	throw item.invalidParameterError(field, oneOf(choices), value);
}

/** Reads a parameter that is one of the options of its field. */
export const readChoice = <Choice extends string>(
	item: InputItem,
	field: ChoiceField<Choice>,
): Choice => toChoice(item, field, item.read(field));

/** Reads one of the Options with choices. If it is not set, it is the default of its field. */
export const readChoiceOption = <Choice extends string>(
	item: InputItem,
	field: ChoiceField<Choice>,
	choices?: ReadonlyArray<NoInfer<Choice>>,
): Choice => toChoice(item, field, item.readOption(field, field.default), choices);

/** Returns true or false, or throws. */
export function toBoolean(item: InputItem, field: Field, value: unknown): boolean {
	const parsed = parseBoolean(value);
	if (parsed !== undefined) return parsed;
	throw item.invalidParameterError(field, 'true or false', value);
}

/** Reads a boolean parameter. */
export const readBoolean = (item: InputItem, field: Field): boolean =>
	toBoolean(item, field, item.read(field));

/** Reads one of the Options that is true or false. It is false if it is not set. */
export const readBooleanOption = (item: InputItem, field: Field): boolean =>
	toBoolean(item, field, item.readOption(field, false));

/** Returns a whole number from `min` to `max`, or throws. */
export function toWholeNumber(
	item: InputItem,
	field: Field,
	value: unknown,
	min: number,
	max: number,
): number {
	const number = parseWholeNumber(value, min, max);
	if (number !== undefined) return number;
	throw item.invalidParameterError(field, `a whole number from ${min} to ${max}`, value);
}

/** Reads one of the Options that is a whole number, within the bounds of its field. */
export function readNumberOption(item: InputItem, field: INodeProperties): number {
	const { minValue = 0, maxValue = Infinity } = field.typeOptions ?? {};
	return toWholeNumber(item, field, item.readOption(field, field.default), minValue, maxValue);
}

/** Reads how many entries of a list to return: Limit, or `Infinity` if Return All is on. */
export function readListLimit(item: InputItem): number {
	if (readBoolean(item, returnAllField)) return Infinity;
	const value = item.read(limitField);
	const limit = parseWholeNumber(value, 1, Number.MAX_SAFE_INTEGER);
	if (limit !== undefined) return limit;
	throw item.invalidParameterError(limitField, 'a whole number of at least 1', value);
}

/** Reads Concurrent Requests from the first item. It applies to the whole run. */
export function readConcurrency(firstItem: InputItem): number {
	const isCommand = COMMAND_RESOURCES.has(firstItem.context.getNodeParameter('resource', 0, ''));
	const option = isCommand ? concurrentCommandsOption : concurrentRequestsOption;
	// Only this option is read, because an expression in another one may fail for the first item.
	const value = firstItem.read({ ...option, name: `options.${option.name}` });
	return toWholeNumber(firstItem, option, value, 1, MAX_CONCURRENCY);
}

/** Whether the user has added a resource locator, but chosen nothing from its list. */
const isUnchosen = (value: unknown): boolean =>
	isLocatorValue(value) && value.mode === 'list' && value.value === '';

/**
 * Reads the option User. Undefined if it is not set, or if nothing was chosen from its list.
 *
 * @param isFilter whether the option filters a list. Then it throws if nothing was chosen: n8n
 * clears the choice if it cannot load the list after a change of the credential, and the list would
 * be returned whole.
 */
export function readUserOption(
	item: InputItem,
	{ isFilter = false }: { isFilter?: boolean } = {},
): string | undefined {
	const value = item.readOption(userLocator.field);
	if (value === undefined || (isUnchosen(value) && !isFilter)) return undefined;
	const userId = userLocator.parse(value);
	if (userId !== undefined) return userId;
	const expected = `${userLocator.expected(value)}, or be removed from the options`;
	throw item.invalidParameterError(userLocator.field, expected, value);
}

/** Reads the option Redirect URI. Undefined when it is not set. */
export function readRedirectUri(item: InputItem, field: Field): string | undefined {
	const value = item.readOption(field);
	if (value === undefined) return undefined;
	const uri = parseText(value) ?? '';
	if (/^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(uri)) return uri;
	const expected = 'a URL such as https://example.com/done, or be removed from the options';
	throw item.invalidParameterError(field, expected, value);
}

/** Reads the unit system to request. Undefined when the option is not set. */
export function readUnitSystem(item: InputItem): 'metric' | 'imperial' | undefined {
	const value = item.readOption(unitSystemOption);
	if (value === undefined) return undefined;
	return toChoice(item, unitSystemOption, value, ['metric', 'imperial']);
}

/** Reads the Options that affect the requests of an item. */
export function readRequestOptions(item: InputItem): RequestOptions {
	return {
		itemIndex: item.index,
		maxRetryWaitMs: readNumberOption(item, maxRetryWaitOption) * 1000,
		userId: readUserOption(item),
		unitSystem: readUnitSystem(item),
	};
}

/** Reads Add Response Headers. */
export const readAddHeaders = (item: InputItem): boolean =>
	readBooleanOption(item, addHeadersOption);

/** Reads Output, which only an AI agent's tool has. Undefined in a workflow. */
function readToolOutput(item: InputItem) {
	const value = item.read({ ...toolOutputField, default: '' });
	return value === '' ? undefined : toChoice(item, toolOutputField, value);
}

/** Reads whether to simplify: Simplify in a workflow, Output in an AI agent's tool. */
export function readSimplify(item: InputItem): boolean {
	const toolOutput = readToolOutput(item);
	return toolOutput === undefined ? readBoolean(item, simplifyField) : toolOutput !== 'raw';
}

/** Reads the fields that an AI agent's tool returns. Undefined for all fields. */
export function readSelectedFields(item: InputItem): string[] | undefined {
	if (readToolOutput(item) !== 'selected') return undefined;
	const value = item.read(toolFieldsField);
	const fields = parseEntries(parseText(value))?.map(parseText) ?? [];
	const names = fields.filter((field) => field !== undefined);
	if (names.length > 0 && names.length === fields.length) return names;
	const expected = `a comma-separated list of one or more fields, with up to ${MAX_TEXT_LENGTH} characters in all`;
	throw item.invalidParameterError(toolFieldsField, expected, value);
}
