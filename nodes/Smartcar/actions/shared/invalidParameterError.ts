import type { IExecuteFunctions, NodeOperationError } from 'n8n-workflow';
import { operationError } from '../../../shared/operationError';
import { isLocatorValue } from './isLocatorValue';
import { isTool } from './isTool';

const MAX_SHOWN_LENGTH = 120;

/**
 * The error for an unusable parameter value. It names the parameter and shows the value.
 *
 * @param label the name of the parameter in the editor
 * @param expected what the value must be, such as `true or false`
 */
export function invalidParameterError(
	context: IExecuteFunctions,
	itemIndex: number,
	label: string,
	expected: string,
	value: unknown,
): NodeOperationError {
	const content: unknown = isLocatorValue(value) ? value.value : value;
	const isJson = typeof content === 'string' || typeof content === 'object';
	const json = isJson ? JSON.stringify(content) : String(content);
	const shown = json.length > MAX_SHOWN_LENGTH ? `${json.slice(0, MAX_SHOWN_LENGTH)}…` : json;
	return operationError(context.getNode(), `'${label}' must be ${expected}`, {
		itemIndex,
		description: isTool(context)
			? `The value is ${shown}.`
			: `The value is ${shown}. If it comes from an expression, check what the expression returns for item ${itemIndex}.`,
		failure: { cause: 'configuration-invalid' },
	});
}
