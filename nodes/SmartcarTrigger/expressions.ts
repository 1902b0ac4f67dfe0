import { isExpression } from 'n8n-workflow';
import { isAbsent } from '../shared/isAbsent';
import { isObject } from '../shared/isObject';
import { valueAt } from './valueAt';
import { labelOf, labelsOf } from './properties/labels';

/** The paths of the fields, in parameters as they are written, that have an expression. */
export function expressionPaths(raw: unknown, path: string[] = []): string[][] {
	if (isExpression(raw)) return [path];
	if (!isObject(raw) && !Array.isArray(raw)) return [];
	return Object.entries(raw).flatMap(([key, field]) => expressionPaths(field, [...path, key]));
}

/** How a line of the log names a field: `Filters → Makes`, or `Condition 1 → Unit`. */
function fieldName(path: string[]): string {
	const [collection, , row] = path;
	return collection === 'conditions' && row !== undefined
		? `Condition ${Number(row) + 1} → ${labelsOf(path).at(-1)}`
		: labelOf(path);
}

/** Names the fields, in parameters as they are written, whose expression has no result. */
export const fieldsWithoutResult = (raw: unknown, values: unknown): string[] =>
	expressionPaths(raw)
		.filter((path) => isAbsent(valueAt(values, path)))
		.map(fieldName);
