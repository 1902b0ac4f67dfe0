import type { INodeProperties } from 'n8n-workflow';
import { warnIfIncomplete } from '../../transport/pagination';
import {
	addHeadersOption,
	optionsField,
	simplifyFields,
	userOption,
} from '../shared/common.descriptions';
import type { ChoiceField } from '../shared/inputItem';
import { vehicleLocator } from '../shared/locators';
import { markInvalidEntry } from '../shared/markInvalidEntry';
import type { Operation } from '../shared/operation';
import { withHeaders } from '../shared/output';
import { readAddHeaders, readChoice, readSimplify } from '../shared/parameters';
import { sendForUser } from '../shared/userOfVehicle';
import {
	ALL_FAILED,
	defineIfNoSignals,
	FILTERED_OUT,
	NOT_COLLECTED,
	NOT_SENT,
	readIfNoSignals,
	reportNoSignals,
} from './noSignals';
import type { Signal } from './schema';
import { readSignalFilters, signalFiltersField } from './signalFilters';
import { requestSignalList, signalRequest, toFailedSignal } from './signalRequest';
import { combineSignals, isFailed, simplifySignal } from './simplify';

const itemsPerField: ChoiceField<'separate' | 'combined'> = {
	displayName: 'One Item Per',
	name: 'output',
	type: 'options',
	options: [
		{
			name: 'Signal',
			value: 'separate',
			description: 'Each signal becomes an item',
		},
		{
			name: 'Vehicle',
			value: 'combined',
			description: 'One item holds all signals, by code',
		},
	],
	default: 'separate',
};

const ifNoSignalsOption = defineIfNoSignals(
	'What to do if there is no signal to return. Either Smartcar has none, usually because the vehicle is not subscribed to a webhook, or none matches the filters.',
	'The node succeeds and shows a hint. If One Item Per is set to Signal, the output has no item for the vehicle.',
);

export const properties: INodeProperties[] = [
	vehicleLocator.field,
	itemsPerField,
	...simplifyFields,
	signalFiltersField,
	optionsField(addHeadersOption, userOption, ifNoSignalsOption),
];

/**
 * Why no signal is left.
 *
 * @param selected the entries that match the filters Groups, Signals and Other Signals
 * @param isComplete whether Smartcar sent all signals
 */
function noSignalsReason(entries: Signal[], selected: Signal[], isComplete: boolean) {
	if (selected.length > 0) return ALL_FAILED;
	if (!isComplete) return NOT_SENT;
	return entries.length === 0 ? NOT_COLLECTED : FILTERED_OUT;
}

/**
 * `GET /vehicles/{vehicleId}/signals`. If there is no signal to return, it fails or shows a hint.
 * See docs/contributing/smartcar-api.md#signals.
 */
export const execute: Operation['execute'] = async (item, client) => {
	const vehicleId = vehicleLocator.read(item);
	const itemsPer = readChoice(item, itemsPerField);
	const simplify = readSimplify(item);
	const { isSelected, skipFailed } = readSignalFilters(item);
	const ifNoSignals = readIfNoSignals(item, ifNoSignalsOption);
	const addHeaders = readAddHeaders(item);

	const send = async (userId: string) => {
		const request = signalRequest(vehicleId, userId);
		return { userId, request, ...(await requestSignalList(client, request)) };
	};
	const response = await sendForUser(item, client, { vehicleId }, send);
	const { data: document, headers, userId, request } = response;
	const { entries, invalidEntries } = document.data;
	const received = entries.length + invalidEntries.length;
	const isComplete = warnIfIncomplete(client, request, document, received);
	const selected = entries.filter(isSelected);
	const signals = skipFailed ? selected.filter((signal) => !isFailed(signal)) : selected;
	// An entry without a readable code can be a selected signal, so it stays.
	const invalidSignals = invalidEntries
		.filter((invalidEntry) => toFailedSignal(invalidEntry).every(isSelected))
		.map((invalidEntry) => markInvalidEntry(client, request, invalidEntry));
	const toSeparateResults = () => [
		...signals.map((signal) => (simplify ? simplifySignal(signal, vehicleId) : signal)),
		...invalidSignals,
	];
	const toCombinedResult = () =>
		simplify
			? {
					...combineSignals(signals, document.included, vehicleId, userId),
					...(invalidSignals.length > 0 && { invalidSignals }),
				}
			: { ...document, data: [...signals, ...invalidSignals] };
	const results = (itemsPer === 'combined' ? [toCombinedResult()] : toSeparateResults()).map(
		(result) => withHeaders(result, headers, addHeaders),
	);
	if (signals.length + invalidSignals.length > 0) return results;

	const reason = noSignalsReason(entries, selected, isComplete);
	reportNoSignals(item, client, vehicleId, { reason, ifNoSignals });
	return results;
};
