import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { parseBoolean } from '../../../shared/parseBoolean';
import type { ChoiceField, Field, InputItem } from './inputItem';
import type { Locator } from './locators';
import { MAX_TEXT_LENGTH, parseText } from './parameters';

/** One filter of a list: its field, and how its value becomes a query parameter. */
export interface Filter {
	field: INodeProperties;
	/** Name of the query parameter. */
	queryParameter: string;
	/**
	 * Whether empty text, which an expression may return, means that there is no filter. Off for a
	 * filter that names one user or vehicle: without it the list would have the entries of all, which
	 * a workflow may delete next.
	 */
	ignoresEmptyText?: boolean;
	/** What the value must be, for the error about an invalid one. */
	expected: (value: unknown) => string;
	/** Returns the value for the query, or undefined if it is invalid. */
	parse: (value: unknown) => string | boolean | undefined;
	/**
	 * Returns what an entry has as the value, for a filter that Smartcar does not document. An entry
	 * with another value, or none, makes the operation fail.
	 */
	valueIn?: (entry: unknown) => string | undefined;
}

/** A filter by text. */
export const textFilter = (queryParameter: string, field: INodeProperties): Filter => ({
	field,
	queryParameter,
	ignoresEmptyText: true,
	expected: () => `text of up to ${MAX_TEXT_LENGTH} characters, or be removed from the filters`,
	parse: parseText,
});

/** A filter that is true or false. */
export const booleanFilter = (queryParameter: string, field: INodeProperties): Filter => ({
	field,
	queryParameter,
	expected: () => 'true or false',
	parse: parseBoolean,
});

/** A filter by the ID of a resource. */
export const locatorFilter = (
	queryParameter: string,
	locator: Locator,
	description: string,
): Filter => ({
	field: locator.option(description),
	queryParameter,
	expected: (value) => `${locator.expected(value)}, or be removed from the filters`,
	parse: locator.parse,
});

/** A filter by one of the options of the field. */
export function optionFilter(queryParameter: string, field: ChoiceField<string>): Filter {
	const values = field.options.map(({ value }) => value);
	return {
		field,
		queryParameter,
		expected: () => `one of ${values.join(', ')}`,
		parse: (value) => values.find((candidate) => candidate === value),
	};
}

/** A filter by the mode of the vehicle. */
export const vehicleModeFilter = (description: string): Filter =>
	optionFilter('filter[vehicle.mode]', {
		displayName: 'Vehicle Mode',
		name: 'vehicleMode',
		type: 'options',
		options: [
			{ name: 'Live', value: 'live' },
			{ name: 'Simulated', value: 'simulated' },
		],
		default: 'live',
		description,
	});

const FILTERS: Field = { displayName: 'Filters', name: 'filters', default: {} };

/** The Filters collection of a list. */
export function filtersField(filters: Filter[], description?: string): INodeProperties {
	return {
		...FILTERS,
		type: 'collection',
		placeholder: 'Add filter',
		options: filters.map(({ field }) => field),
		...(description && { description }),
	};
}

/**
 * Reads the Filters collection into query parameters. An invalid value throws: if the filter were
 * ignored, the list would contain everything.
 */
export function readFilters(item: InputItem, filters: Filter[]): IDataObject {
	const filtersByName = new Map(filters.map((filter) => [filter.field.name, filter]));
	const values = item.readCollection(FILTERS);
	const query: IDataObject = {};
	for (const [name, value] of Object.entries(values)) {
		const filter = filtersByName.get(name);
		if (filter === undefined) {
			const expected = `an object with no fields except ${[...filtersByName.keys()].join(', ')}`;
			throw item.invalidParameterError(FILTERS, expected, { [name]: value });
		}
		const isEmptyText = typeof value === 'string' && value.trim() === '';
		if (filter.ignoresEmptyText && isEmptyText) continue;
		const parsed = filter.parse(value);
		if (parsed === undefined)
			throw item.invalidParameterError(filter.field, filter.expected(value), value);
		query[filter.queryParameter] = parsed;
	}
	return query;
}

/**
 * Checks that an entry of the list meets the filters that have a `valueIn`.
 *
 * @param query from `readFilters`
 * @throws NodeOperationError that names the filter
 */
export function checkFiltered(
	item: InputItem,
	filters: Filter[],
	query: IDataObject,
	entry: unknown,
): void {
	for (const { field, queryParameter, valueIn } of filters) {
		if (valueIn === undefined || !(queryParameter in query)) continue;
		const found = valueIn(entry);
		if (found === query[queryParameter]) continue;
		const foundText = found === undefined ? 'an entry without it' : JSON.stringify(found);
		throw item.error(
			`Smartcar did not apply the filter '${field.displayName}': the list contains ${foundText}`,
			'Remove the filter, and choose the entries after this node.',
		);
	}
}
