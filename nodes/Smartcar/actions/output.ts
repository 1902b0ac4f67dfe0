import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
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
			{ name: 'Selected Fields', value: 'selected', description: 'Some fields of the simplified answer' },
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
	const fields = text.split(',').map((field) => field.trim()).filter((field) => field !== '');
	if (fields.length > 0) return fields;
	throw badParameter(context, item, 'Fields', 'a comma-separated list of at least one field', value);
}

/** An object with those of its fields that are selected, in the order in which they are. */
export function selectFields(object: IDataObject, fields: string[] | undefined): IDataObject {
	if (fields === undefined) return object;
	const present = fields.filter((field) => Object.hasOwn(object, field));
	return Object.fromEntries(present.map((field) => [field, object[field]]));
}
