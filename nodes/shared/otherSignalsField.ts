import type { INodeProperties } from 'n8n-workflow';

/** The filter for signals that the list of the filter *Signals* lacks. */
export const otherSignalsField: INodeProperties = {
	displayName: 'Other Signals',
	name: 'otherSignalCodes',
	type: 'string',
	default: '',
	placeholder: 'e.g. tractionbattery-ratedrange',
	description: 'Comma-separated list of the codes of signals that are not listed under Signals',
};
