import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { InputItem } from '../shared/inputItem';
import { parseWholeNumber } from '../shared/parameters';
import { defineCommand } from './defineCommand';

const MIN_PERCENT = 50;

const MAX_PERCENT = 100;

const percentField: INodeProperties = {
	displayName: 'Charge Limit (%)',
	name: 'percent',
	type: 'number',
	required: true,
	// No charge limit, so that the user has to enter one. With a minimum the form would fill it in.
	default: 0,
	placeholder: 'e.g. 80',
	description: 'The battery level at which charging stops, from 50 to 100',
};

function readAttributes(item: InputItem): IDataObject {
	const value: unknown = item.context.getNodeParameter('percent', item.index, '');
	const percent = parseWholeNumber(value, MIN_PERCENT, MAX_PERCENT);
	if (percent !== undefined) return { percent };
	const expected = `a whole number from ${MIN_PERCENT} to ${MAX_PERCENT}`;
	throw item.invalidParameterError('Charge Limit (%)', expected, value);
}

/** `POST …/commands/charge/set-limit` */
export const { properties, execute } = defineCommand({
	path: ['charge', 'set-limit'],
	permission: 'control_charge',
	fields: [percentField],
	readAttributes,
});
