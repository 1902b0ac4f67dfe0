import type {
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import { badParameter, readFlag } from './parameters';

const MAX_FIELDS_LENGTH = 2000;

/** How much of the answer to give: Simplify in a workflow, and for an AI agent what it needs and no more. */
export const simplifyFields: INodeProperties[] = [
	{
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: true,
		description: 'Whether to return a simplified version of the response instead of the raw data',
		displayOptions: { hide: { '@tool': [true] } },
	},
	{
		displayName: 'Output',
		name: 'toolOutput',
		type: 'options',
		options: [
			{ name: 'Raw', value: 'raw', description: 'Everything that Smartcar answers' },
			{
				name: 'Selected Fields',
				value: 'selected',
				description: 'Some fields of the simplified answer',
			},
			{ name: 'Simplified', value: 'simplified', description: 'The most used fields, flat' },
		],
		default: 'simplified',
		description: 'How much of the answer the agent gets',
		displayOptions: { show: { '@tool': [true] } },
	},
	{
		displayName: 'Fields',
		name: 'toolFields',
		type: 'string',
		default: '',
		placeholder: 'e.g. vehicleId, value, unit',
		description: 'Comma-separated list of the fields that the agent gets',
		displayOptions: { show: { '@tool': [true], toolOutput: ['selected'] } },
	},
];

/** What the agent's Output asks for; undefined where the parameter is not shown, in a workflow's node. */
function readToolOutput(context: IExecuteFunctions, item: number): string | undefined {
	const value: unknown = context.getNodeParameter('toolOutput', item, '');
	if (value === '') return undefined;
	if (value === 'raw' || value === 'selected' || value === 'simplified') return value;
	throw badParameter(context, item, 'Output', 'raw, selected or simplified', value);
}

/** Whether an operation simplifies its answer. */
export function readSimplify(context: IExecuteFunctions, item: number): boolean {
	const output = readToolOutput(context, item);
	return output === undefined ? readFlag(context, item, 'simplify', 'Simplify') : output !== 'raw';
}

/** The fields that an agent's tool is to give, or undefined for all of them. */
export function readSelectedFields(context: IExecuteFunctions, item: number): string[] | undefined {
	if (readToolOutput(context, item) !== 'selected') return undefined;
	const value: unknown = context.getNodeParameter('toolFields', item, '');
	const text = typeof value === 'string' && value.length <= MAX_FIELDS_LENGTH ? value : '';
	const fields = text
		.split(',')
		.map((field) => field.trim())
		.filter((field) => field !== '');
	if (fields.length > 0) return fields;
	throw badParameter(
		context,
		item,
		'Fields',
		'a comma-separated list of at least one field',
		value,
	);
}

/** Whether an AI agent asks: the node that n8n makes of this one for it has a type of its own, see `@tool` above. */
function isTool(context: IExecuteFunctions): boolean {
	return context.getNode().type.endsWith('Tool');
}

/**
 * Results that hold nothing, as they are for a workflow. For an agent, which would take silence for a tool that does
 * not work, with `hint` beside them: what was looked for is not there, and why that may be.
 */
export function explainNothing(
	context: IExecuteFunctions,
	results: IDataObject[],
	hint: string,
): IDataObject[] {
	if (!isTool(context)) return results;
	return results.length === 0
		? [{ count: 0, hint }]
		: results.map((result) => ({ ...result, hint }));
}

/** An agent gets to read nothing but the message of an error, so for it what to do belongs into that. */
export function explainError(
	context: IExecuteFunctions,
	error: NodeApiError | NodeOperationError,
): NodeApiError | NodeOperationError {
	const { description } = error;
	if (isTool(context) && description)
		error.message = `${error.message.replace(/\.\s*$/, '')}. ${description}`;
	return error;
}

/**
 * An object with those of its fields that are selected, in the order in which they are. A `hint` to the agent stays;
 * when none of the fields is there it gets one.
 */
export function selectFields(object: IDataObject, fields: string[] | undefined): IDataObject {
	if (fields === undefined) return object;
	const present = [...fields, 'hint'].filter((field) => Object.hasOwn(object, field));
	if (present.length > 0) return Object.fromEntries(present.map((field) => [field, object[field]]));
	return {
		hint: `None of the selected fields is in the answer. It has: ${Object.keys(object).join(', ')}`,
	};
}
