import type {
	Failure,
	GenericValue,
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeProperties,
	INodePropertyOptions,
	NodeOperationError,
} from 'n8n-workflow';
import { isObject } from '../../../shared/isObject';
import { operationError } from '../../../shared/operationError';
import { isLocatorValue } from './isLocatorValue';
import { isTool } from './isTool';

/** The part of a parameter's definition that is needed to read it. */
export type Field = Pick<INodeProperties, 'displayName' | 'name' | 'default'>;

interface ChoiceOption<Choice extends string> extends INodePropertyOptions {
	value: Choice;
}

/** A parameter with choices. Its type lists their values. */
export interface ChoiceField<Choice extends string> extends INodeProperties {
	options: Array<ChoiceOption<Choice>>;
}

const OPTIONS: Field = { displayName: 'Options', name: 'options', default: {} };

const MAX_SHOWN_LENGTH = 120;

/** One input item, for which an operation runs. Reads its parameters, and creates its errors. */
export class InputItem {
	constructor(
		readonly context: IExecuteFunctions,
		readonly index: number,
	) {}

	get node(): INode {
		return this.context.getNode();
	}

	/** Reads a parameter. n8n has no value if the form does not show it. Then it is the default. */
	read({ name, default: defaultValue }: Field): unknown {
		return this.context.getNodeParameter(name, this.index, defaultValue);
	}

	/** Reads a collection, such as Options or Filters. */
	readCollection(field: Field): IDataObject {
		const value = this.read(field);
		if (isObject(value)) return { ...value };
		throw this.invalidParameterError(field, 'an object', value);
	}

	/**
	 * Reads one of the Options. An option that is set but empty is null, not `unsetValue`. The default
	 * of its field is only what the form fills in when the user adds the option.
	 */
	readOption({ name }: Field, unsetValue?: GenericValue): unknown {
		const options = this.readCollection(OPTIONS);
		return name in options ? (options[name] ?? null) : unsetValue;
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
	 * @param expected what the value must be, such as `true or false`
	 */
	invalidParameterError(
		{ displayName }: Pick<Field, 'displayName'>,
		expected: string,
		value: unknown,
	): NodeOperationError {
		const content: unknown = isLocatorValue(value) ? value.value : value;
		const isJson = typeof content === 'string' || typeof content === 'object';
		const json = isJson ? JSON.stringify(content) : String(content);
		const shown = json.length > MAX_SHOWN_LENGTH ? `${json.slice(0, MAX_SHOWN_LENGTH)}…` : json;
		const hint = isTool(this.context)
			? ''
			: ` If it comes from an expression, check what the expression returns for item ${this.index}.`;
		return this.error(`'${displayName}' must be ${expected}`, `The value is ${shown}.${hint}`);
	}
}
