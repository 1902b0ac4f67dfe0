import type { INodeProperties } from 'n8n-workflow';
import { properties } from './index';

const fieldsOf = ({ options = [] }: INodeProperties): INodeProperties[] =>
	options.flatMap((option) => {
		if ('values' in option) return option.values;
		return 'type' in option ? [option] : [];
	});

/**
 * How the form names a parameter: `Filters` and `Vehicle IDs` for `['filters', 'vehicleIds', 0]`.
 * Parts of the path that the form does not name, such as the position in a list, are left out.
 */
export function labelsOf(path: ReadonlyArray<string | number>): string[] {
	const labels: string[] = [];
	let fields = properties;
	for (const name of path) {
		const field = fields.find((candidate) => candidate.name === name);
		if (field === undefined) continue;
		labels.push(field.displayName);
		fields = fieldsOf(field);
	}
	return labels;
}

/** How the form names a filter: `Vehicle IDs` for `vehicleIds`. */
export const filterLabel = (filter: string): string =>
	labelsOf(['filters', filter]).at(-1) ?? filter;

/** How the form names a choice of *Events*: `Vehicle Error` for `VEHICLE_ERROR`. */
export function eventLabel(choice: string): string {
	const choices = properties.find(({ name }) => name === 'events')?.options ?? [];
	return choices.find((option) => 'value' in option && option.value === choice)?.name ?? choice;
}

/** The labels as one text: `Filters → Vehicle IDs`. */
export const labelOf = (path: ReadonlyArray<string | number>): string => labelsOf(path).join(' → ');
