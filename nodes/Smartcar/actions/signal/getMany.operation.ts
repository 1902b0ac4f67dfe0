import { NodeOperationError, updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { signalList } from './schema';
import type { SmartcarApi } from '../../transport/client';
import { buildPath } from '../../transport/paths';
import type { ApiRequest } from '../../transport/request';
import { addHeadersOption, optionsField } from '../shared/common.descriptions';
import { userLocator, vehicleLocator } from '../shared/locators';
import { readAddHeaders, readOption } from '../shared/options';
import { explainNothing, readSimplify, simplifyFields } from '../shared/output';
import { badParameter } from '../shared/parameters';
import { withHeaders } from '../shared/responseHeaders';
import { filtersField, readSignalFilter } from './signalFilters';
import { combineSignals, simplifySignal } from './simplify';

const properties: INodeProperties[] = [
	vehicleLocator.field,
	userLocator.field,
	{
		displayName: 'Items',
		name: 'output',
		type: 'options',
		options: [
			{
				name: 'One Item per Signal',
				value: 'separate',
				description: 'Each signal as an item of its own',
			},
			{
				name: 'One Item per Vehicle',
				value: 'combined',
				description: 'All signals, by code, in one item',
			},
		],
		default: 'separate',
	},
	...simplifyFields,
	filtersField,
	optionsField(addHeadersOption, {
		displayName: 'If No Signals',
		name: 'ifNoSignals',
		type: 'options',
		options: [
			{ name: 'Fail', value: 'fail', description: 'The item does not succeed' },
			{
				name: 'Show a Hint',
				value: 'hint',
				description: 'The node says so, and the workflow goes on',
			},
		],
		default: 'hint',
		description:
			'What to do about a vehicle of which Smartcar has no signals, usually as it is not subscribed',
	}),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['signal'], operation: ['getMany'] } },
	properties,
);

function readChoice<T extends string>(
	context: IExecuteFunctions,
	item: number,
	label: string,
	value: unknown,
	choices: readonly [T, T],
): T {
	const choice = choices.find((one) => one === value);
	if (choice !== undefined) return choice;
	throw badParameter(context, item, label, choices.join(' or '), value);
}

function explainNone(vehicleId: string, received: number): { message: string; advice: string } {
	if (received > 0) {
		const message = `None of the ${received} signals of the vehicle ${vehicleId} passes the filters`;
		return { message, advice: "Check 'Filters'." };
	}
	return {
		message: `Smartcar has no signals of the vehicle ${vehicleId}`,
		advice:
			'Is it subscribed to a webhook? Smartcar collects signals of subscribed vehicles only; Subscription: Create subscribes one.',
	};
}

function noSignals(
	context: IExecuteFunctions,
	item: number,
	message: string,
	description: string,
): NodeOperationError {
	const failure = { cause: 'configuration-invalid' } as const;
	return new NodeOperationError(context.getNode(), message, {
		itemIndex: item,
		description,
		failure,
	});
}

/**
 * `GET /vehicles/{vehicleId}/signals` (service: v3 signals). An answer without signals is never passed on without a
 * word: the service has signals only of vehicles that are or were subscribed to a webhook.
 */
export async function execute(
	this: IExecuteFunctions,
	item: number,
	api: SmartcarApi,
): Promise<IDataObject[]> {
	const vehicleId = vehicleLocator.read(this, item);
	const userId = userLocator.read(this, item);
	const items: unknown = this.getNodeParameter('output', item, 'separate');
	const combined = readChoice(this, item, 'Items', items, ['separate', 'combined']) === 'combined';
	const simplify = readSimplify(this, item);
	const isWanted = readSignalFilter(this, item);
	const ifNone = readOption(this, item, 'ifNoSignals', 'hint');
	const fails = readChoice(this, item, 'If No Signals', ifNone, ['hint', 'fail']) === 'fail';
	const addHeaders = readAddHeaders(this, item);

	const request: ApiRequest = {
		method: 'GET',
		host: 'signalsUrl',
		path: buildPath('vehicles', vehicleId, 'signals'),
		headers: { 'sc-user-id': userId },
	};
	const { data: document, headers } = await api.request(request, signalList);
	const signals = document.data.filter(isWanted);
	const results = combined
		? [
				simplify
					? combineSignals(signals, document.included, vehicleId, userId)
					: { ...document, data: signals },
			]
		: signals.map((signal) => (simplify ? simplifySignal(signal, vehicleId) : signal));
	const found = results.map((result) => withHeaders(addHeaders, result, headers));
	if (signals.length > 0) return found;
	const { message, advice } = explainNone(vehicleId, document.data.length);
	if (fails) throw noSignals(this, item, message, advice);
	const hint = `${message}. ${advice}`;
	this.addExecutionHints({ message: hint, location: 'outputPane', type: 'warning' });
	return explainNothing(this, found, hint);
}
