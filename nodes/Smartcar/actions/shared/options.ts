import type { GenericValue, IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { CallSettings } from '../../transport/client';
import { userLocator } from './locators';
import { badParameter, readCollection, wholeNumber } from './parameters';

export const DEFAULT_CONCURRENCY = 3;
export const MAX_CONCURRENCY = 10;
export const DEFAULT_RETRY_WAIT_S = 60;
export const MAX_RETRY_WAIT_S = 3600;

/** The `options` collection of an item as it was given. */
export function readOptions(context: IExecuteFunctions, item: number): IDataObject {
	return readCollection(context, item, 'options', 'Options');
}

/** An option as it was given, or a default; one that is there without a value is not taken for one that is not. */
export function readOption(
	context: IExecuteFunctions,
	item: number,
	name: string,
	fallback: GenericValue,
): unknown {
	const options = readOptions(context, item);
	return name in options ? options[name] : fallback;
}

/** A switch among the options, off unless it is there. */
export function readSwitch(
	context: IExecuteFunctions,
	item: number,
	name: string,
	label: string,
): boolean {
	const value = readOption(context, item, name, false);
	if (typeof value !== 'boolean') throw badParameter(context, item, label, 'true or false', value);
	return value;
}

/** Whether each result is to have the headers of its answer beside it. */
export function readAddHeaders(context: IExecuteFunctions, item: number): boolean {
	return readSwitch(context, item, 'addResponseHeaders', 'Add Response Headers');
}

/** How many items may be under way at once. One number for the whole run: that of the first item. */
export function readConcurrency(context: IExecuteFunctions): number {
	const value = readOption(context, 0, 'concurrentRequests', DEFAULT_CONCURRENCY);
	const number = wholeNumber(value, 1, MAX_CONCURRENCY);
	if (number !== undefined) return number;
	throw badParameter(
		context,
		0,
		'Concurrent Requests',
		`a whole number from 1 to ${MAX_CONCURRENCY}`,
		value,
	);
}

/** What the options of an item say about its requests. */
export function readCallSettings(context: IExecuteFunctions, item: number): CallSettings {
	const options = readOptions(context, item);
	const wait = readOption(context, item, 'maxRetryWait', DEFAULT_RETRY_WAIT_S);
	const seconds = wholeNumber(wait, 0, MAX_RETRY_WAIT_S);
	if (seconds === undefined) {
		const allowed = `a whole number of seconds from 0 to ${MAX_RETRY_WAIT_S}`;
		throw badParameter(context, item, 'Max Retry Wait', allowed, wait);
	}
	const settings: CallSettings = { itemIndex: item, maxRetryWaitMs: seconds * 1000 };
	if ('userId' in options) {
		settings.userId = userLocator.parse(options.userId);
		if (settings.userId === undefined) {
			const allowed = `${userLocator.allowed(options.userId)}, or be removed from the options`;
			throw badParameter(context, item, userLocator.field.displayName, allowed, options.userId);
		}
	}
	if ('unitSystem' in options) {
		const { unitSystem } = options;
		if (unitSystem !== 'metric' && unitSystem !== 'imperial') {
			throw badParameter(context, item, 'Unit System', 'metric or imperial', unitSystem);
		}
		settings.unitSystem = unitSystem;
	}
	return settings;
}
