import { isExpression } from 'n8n-workflow';
import { isAbsent } from '../shared/isAbsent';
import { isObject } from '../shared/isObject';
import { labelOf, labelsOf } from './properties/labels';

/** How a line of the log names a field: `Filters → Makes`, or `Condition 1 → Unit`. */
function fieldName(path: string[]): string {
	const [collection, , row] = path;
	return collection === 'conditions' && row !== undefined
		? `Condition ${Number(row) + 1} → ${labelsOf(path).at(-1)}`
		: labelOf(path);
}

/** Names the fields, in parameters as they are written, whose expression has no result. */
export function fieldsWithoutResult(raw: unknown, value: unknown, path: string[] = []): string[] {
	if (isExpression(raw)) return isAbsent(value) ? [fieldName(path)] : [];
	if (!isObject(raw) && !Array.isArray(raw)) return [];
	return Object.entries(raw).flatMap(([key, field]) => {
		const result: unknown =
			typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
		return fieldsWithoutResult(field, result, [...path, key]);
	});
}
