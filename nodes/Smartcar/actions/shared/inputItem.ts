import type { Failure, IExecuteFunctions, INode, NodeOperationError } from 'n8n-workflow';
import { operationError } from '../../../shared/operationError';
import { isLocatorValue } from './isLocatorValue';
import { isTool } from './isTool';

const MAX_SHOWN_LENGTH = 120;

/** One input item, for which an operation runs. Creates the errors about it. */
export class InputItem {
	constructor(
		readonly context: IExecuteFunctions,
		readonly index: number,
	) {}

	get node(): INode {
		return this.context.getNode();
	}

	/** An error about the item. By default, the user has to change a parameter or the credential. */
	error(
		message: string,
		description: string,
		cause: Failure['cause'] = 'configuration-invalid',
	): NodeOperationError {
		const failure = { cause };
		return operationError(this.node, message, { itemIndex: this.index, description, failure });
	}

	/**
	 * The error for an unusable parameter value. It names the parameter and shows the value.
	 *
	 * @param label the name of the parameter in the editor
	 * @param expected what the value must be, such as `true or false`
	 */
	invalidParameterError(label: string, expected: string, value: unknown): NodeOperationError {
		const content: unknown = isLocatorValue(value) ? value.value : value;
		const isJson = typeof content === 'string' || typeof content === 'object';
		const json = isJson ? JSON.stringify(content) : String(content);
		const shown = json.length > MAX_SHOWN_LENGTH ? `${json.slice(0, MAX_SHOWN_LENGTH)}…` : json;
		const hint = isTool(this.context)
			? ''
			: ` If it comes from an expression, check what the expression returns for item ${this.index}.`;
		return this.error(`'${label}' must be ${expected}`, `The value is ${shown}.${hint}`);
	}
}
