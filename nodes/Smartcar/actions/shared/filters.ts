import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { Locator } from './locator';
import { badParameter, MAX_TEXT_LENGTH, readableText, readCollection } from './parameters';

/** One filter of a list: how it is shown, and what of its value goes into the query. */
export interface Filter {
	field: INodeProperties;
	/** Name of the query parameter (spec: Endpoints). */
	query: string;
	/** What a value must be that is none. */
	allowed: (value: unknown) => string;
	/** The value for the query, or undefined for one that is none. */
	read: (value: unknown) => string | boolean | undefined;
}

export const textFilter = (query: string, field: INodeProperties): Filter => ({
	field,
	query,
	allowed: () => `some text of up to ${MAX_TEXT_LENGTH} characters, or be removed from the filters`,
	read: readableText,
});

export const flagFilter = (query: string, field: INodeProperties): Filter => ({
	field,
	query,
	allowed: () => 'true or false',
	read(value) {
		if (typeof value === 'boolean') return value;
		return value === 'true' || value === 'false' ? value === 'true' : undefined;
	},
});

/** A filter by one thing of the service; the description says what it lets through. */
export const locatorFilter = (query: string, locator: Locator, description: string): Filter => ({
	field: locator.option(description),
	query,
	allowed: (value) => `${locator.allowed(value)}, or be removed from the filters`,
	read: locator.parse,
});

export function choiceFilter(query: string, field: INodeProperties): Filter {
	const choices = (field.options ?? []).flatMap((option) =>
		'value' in option ? String(option.value) : [],
	);
	return {
		field,
		query,
		allowed: () => `one of ${choices.join(', ')}`,
		read: (value) => choices.find((choice) => choice === value),
	};
}

/** The Filters collection of a list. */
export function filtersField(filters: Filter[], description?: string): INodeProperties {
	return {
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		options: filters.map(({ field }) => field),
		...(description && { description }),
	};
}

/**
 * The query of the `filters` collection. A filter that is there but has no usable value is an error: left out, it
 * would widen the answer to everything.
 */
export function readFilters(
	context: IExecuteFunctions,
	item: number,
	filters: Filter[],
): IDataObject {
	const known = new Map(filters.map((filter) => [filter.field.name, filter]));
	const query: IDataObject = {};
	for (const [name, value] of Object.entries(readCollection(context, item, 'filters', 'Filters'))) {
		const filter = known.get(name);
		if (filter === undefined)
			throw badParameter(context, item, 'Filters', `of ${[...known.keys()].join(', ')}`, name);
		const read = filter.read(value);
		if (read === undefined)
			throw badParameter(context, item, filter.field.displayName, filter.allowed(value), value);
		query[filter.query] = read;
	}
	return query;
}
