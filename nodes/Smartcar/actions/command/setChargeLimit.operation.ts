import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { InputItem } from '../shared/inputItem';
import { toWholeNumber } from '../shared/parameters';
import { defineCommand } from './defineCommand';

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
	const value = item.read(percentField);
	return { percent: toWholeNumber(item, percentField, value, 50, 100) };
}

/** `POST …/commands/charge/set-limit` */
export const { properties, execute } = defineCommand({
	path: ['charge', 'set-limit'],
	permission: 'control_charge',
	fields: [percentField],
	readAttributes,
});
