import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { badParameter, wholeNumber } from '../shared/parameters';
import { command } from './defineCommand';

const MIN_PERCENT = 50;
const MAX_PERCENT = 100;

const percentField: INodeProperties = {
	displayName: 'Charge Limit',
	name: 'percent',
	type: 'number',
	typeOptions: { minValue: MIN_PERCENT, maxValue: MAX_PERCENT },
	required: true,
	default: 80,
	description: 'Up to how many percent to charge the battery',
};

function readAttributes(context: IExecuteFunctions, item: number): IDataObject {
	const value: unknown = context.getNodeParameter('percent', item, '');
	const percent = wholeNumber(value, MIN_PERCENT, MAX_PERCENT);
	if (percent !== undefined) return { percent };
	const allowed = `a whole number of percent from ${MIN_PERCENT} to ${MAX_PERCENT}`;
	throw badParameter(context, item, 'Charge Limit', allowed, value);
}

/** `POST …/commands/charge/set-limit` (service: commands). */
export const { description, execute } = command({
	operation: 'setChargeLimit',
	path: ['charge', 'set-limit'],
	fields: [percentField],
	readAttributes,
});
