import type { GenericValue, IDataObject } from 'n8n-workflow';
import { isObject } from '../../../shared/isObject';
import { parseBoolean } from '../../../shared/parseBoolean';
import { parseJson } from '../../../shared/parseJson';
import type { RequestOptions } from '../../transport/client';
import type { InputItem } from './inputItem';
import { isLocatorValue } from './isLocatorValue';
import { userLocator } from './locators';

export const DEFAULT_CONCURRENCY = 3;

/** Resources whose operations make a vehicle do something. */
const COMMAND_RESOURCES: ReadonlySet<unknown> = new Set(['chargeSchedule', 'command']);

/** Commands keep their order, which matters for two commands to one vehicle. */
export const COMMAND_CONCURRENCY = 1;

export const MAX_CONCURRENCY = 10;

export const DEFAULT_RETRY_WAIT_S = 60;

export const MAX_RETRY_WAIT_S = 3600;

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

/** Returns the choice that equals the value, or throws. */
export function toChoice<const Choice extends string>(
	item: InputItem,
	label: string,
	value: unknown,
	choices: readonly Choice[],
): Choice {
	const choice = choices.find((candidate) => candidate === value);
	if (choice !== undefined) return choice;
	throw item.invalidParameterError(label, oneOf(choices), value);
}

/** Returns true or false, or throws. */
export function toBoolean(item: InputItem, label: string, value: unknown): boolean {
	const parsed = parseBoolean(value);
	if (parsed !== undefined) return parsed;
	throw item.invalidParameterError(label, 'true or false', value);
}

/** Reads a boolean parameter. */
export function readBoolean(
	item: InputItem,
	name: string,
	label: string,
	defaultValue: boolean,
): boolean {
	const value: unknown = item.context.getNodeParameter(name, item.index, defaultValue);
	return toBoolean(item, label, value);
}

/** Reads a collection, such as Options or Filters. */
export function readCollection(item: InputItem, name: string, label: string): IDataObject {
	const value: unknown = item.context.getNodeParameter(name, item.index, {});
	if (isObject(value)) return { ...value };
	throw item.invalidParameterError(label, 'an object', value);
}

/** Reads one of the Options. An option that is set but empty is null, not the default. */
export function readOption(item: InputItem, name: string, defaultValue?: GenericValue): unknown {
	const options = readCollection(item, 'options', 'Options');
	return name in options ? (options[name] ?? null) : defaultValue;
}

/** Reads one of the Options that is true or false. The default is false. */
export function readBooleanOption(item: InputItem, name: string, label: string): boolean {
	return toBoolean(item, label, readOption(item, name, false));
}

/** Reads how many entries of a list to return: Limit, or `Infinity` if Return All is on. */
export function readListLimit(item: InputItem): number {
	if (readBoolean(item, 'returnAll', 'Return All', false)) return Infinity;
	const value: unknown = item.context.getNodeParameter('limit', item.index, 50);
	const limit = parseWholeNumber(value, 1, Number.MAX_SAFE_INTEGER);
	if (limit !== undefined) return limit;
	const expected = 'a whole number of at least 1';
	throw item.invalidParameterError('Limit', expected, value);
}

/** Reads Concurrent Requests from the first item. It applies to the whole run. */
export function readConcurrency(firstItem: InputItem): number {
	const { context } = firstItem;
	const isCommand = COMMAND_RESOURCES.has(context.getNodeParameter('resource', 0, ''));
	const name = isCommand ? 'concurrentCommands' : 'concurrentRequests';
	const defaultConcurrency = isCommand ? COMMAND_CONCURRENCY : DEFAULT_CONCURRENCY;
	// Only this option is read, because an expression in another one may fail for the first item.
	const value: unknown = context.getNodeParameter(`options.${name}`, 0, defaultConcurrency);
	const concurrency = parseWholeNumber(value, 1, MAX_CONCURRENCY);
	if (concurrency !== undefined) return concurrency;
	const expected = `a whole number from 1 to ${MAX_CONCURRENCY}`;
	throw firstItem.invalidParameterError('Concurrent Requests', expected, value);
}

function readMaxRetryWaitMs(item: InputItem): number {
	const value = readOption(item, 'maxRetryWait', DEFAULT_RETRY_WAIT_S);
	const seconds = parseWholeNumber(value, 0, MAX_RETRY_WAIT_S);
	if (seconds !== undefined) return seconds * 1000;
	const expected = `a whole number from 0 to ${MAX_RETRY_WAIT_S}`;
	throw item.invalidParameterError('Max Retry Wait (Seconds)', expected, value);
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
	const value = readOption(item, 'userId');
	if (value === undefined || (isUnchosen(value) && !isFilter)) return undefined;
	const userId = userLocator.parse(value);
	if (userId !== undefined) return userId;
	const expected = `${userLocator.expected(value)}, or be removed from the options`;
	throw item.invalidParameterError('User', expected, value);
}

/** Reads the option Redirect URI. Undefined when it is not set. */
export function readRedirectUri(item: InputItem, label: string): string | undefined {
	const value = readOption(item, 'redirectUri');
	if (value === undefined) return undefined;
	const uri = parseText(value) ?? '';
	if (/^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(uri)) return uri;
	const expected = 'a URL such as https://example.com/done, or be removed from the options';
	throw item.invalidParameterError(label, expected, value);
}

/** Reads the unit system to request. Undefined when the option is not set. */
export function readUnitSystem(item: InputItem): 'metric' | 'imperial' | undefined {
	const value = readOption(item, 'unitSystem');
	if (value === undefined) return undefined;
	return toChoice(item, 'Unit System', value, ['metric', 'imperial']);
}

/** Reads the Options that affect the requests of an item. */
export function readRequestOptions(item: InputItem): RequestOptions {
	return {
		itemIndex: item.index,
		maxRetryWaitMs: readMaxRetryWaitMs(item),
		userId: readUserOption(item),
		unitSystem: readUnitSystem(item),
	};
}

/** Reads Add Response Headers. */
export function readAddHeaders(item: InputItem): boolean {
	return readBooleanOption(item, 'addResponseHeaders', 'Add Response Headers');
}

/** Reads Output, which only an AI agent's tool has. Undefined in a workflow. */
function readToolOutput(item: InputItem): string | undefined {
	const value: unknown = item.context.getNodeParameter('toolOutput', item.index, '');
	if (value === '') return undefined;
	return toChoice(item, 'Output', value, ['raw', 'selected', 'simplified']);
}

/** Reads whether to simplify: Simplify in a workflow, Output in an AI agent's tool. */
export function readSimplify(item: InputItem): boolean {
	const toolOutput = readToolOutput(item);
	if (toolOutput !== undefined) return toolOutput !== 'raw';
	return readBoolean(item, 'simplify', 'Simplify', true);
}

/** Reads the fields that an AI agent's tool returns. Undefined for all fields. */
export function readSelectedFields(item: InputItem): string[] | undefined {
	if (readToolOutput(item) !== 'selected') return undefined;
	const value: unknown = item.context.getNodeParameter('toolFields', item.index, '');
	const fields = parseEntries(parseText(value))?.map(parseText) ?? [];
	const names = fields.filter((field) => field !== undefined);
	if (names.length > 0 && names.length === fields.length) return names;
	const expected = `a comma-separated list of one or more fields, with up to ${MAX_TEXT_LENGTH} characters in all`;
	throw item.invalidParameterError('Fields', expected, value);
}
