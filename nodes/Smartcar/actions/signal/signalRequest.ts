import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../../shared/isObject';
import { textProperty } from '../../../shared/textProperty';
import type { SmartcarClient } from '../../transport/client';
import { httpError } from '../../transport/errors/httpError';
import { isNotFound } from '../../transport/errors/isNotFound';
import { toNodeError } from '../../transport/errors/nodeError';
import { statusOfType } from '../../transport/errors/statusOfType';
import { describeProblem, type InvalidEntry } from '../../transport/listEntries';
import { omittedEntryHint, warnIfIncomplete } from '../../transport/pagination';
import type { ApiRequest } from '../../transport/request';
import type { InputItem } from '../shared/inputItem';
import { sendForUser } from '../shared/userOfVehicle';
import { signalDocumentSchema, signalListSchema, type Signal, type SignalList } from './schema';
import { isFailed } from './simplify';

/** `GET …/signals`, or `GET …/signals/{code}` for one signal. */
export function signalRequest(
	vehicleId: string,
	userId: string | undefined,
	code?: string,
): ApiRequest {
	return {
		method: 'GET',
		host: 'signalsUrl',
		path: ['vehicles', vehicleId, 'signals', ...(code === undefined ? [] : [code])],
		headers: { 'sc-user-id': userId },
	};
}

/** A failed signal in place of one in an unexpected format. */
export function failedSignal(code: string, problem?: string): Signal {
	const detail = [`The signal ${code} has an unexpected format`, problem]
		.filter(Boolean)
		.join(': ');
	return { attributes: { code, status: { value: 'ERROR', error: { detail } } } };
}

/** Turns an entry in an unexpected format into a failed signal. One without a code gives none. */
export function toFailedSignal({ value, error }: InvalidEntry): Signal[] {
	const attributes = isObject(value) ? value.attributes : undefined;
	const code = textProperty(attributes, 'code') ?? textProperty(value, 'id');
	return code === undefined ? [] : [failedSignal(code, describeProblem(error))];
}

/**
 * `GET …/signals`. For a vehicle that was never subscribed Smartcar can also respond with 404, which
 * is an empty list here. See docs/contributing/smartcar-api.md#signals.
 */
export async function requestSignalList(
	client: SmartcarClient,
	request: ApiRequest,
): Promise<{ data: SignalList; headers: Record<string, string> }> {
	try {
		return await client.request(request, signalListSchema);
	} catch (error) {
		if (!isNotFound(error)) throw toNodeError(client.details(request).node, error);
		return { data: signalListSchema.parse([]), headers: {} };
	}
}

/**
 * `GET …/signals`, for operations that use the values of signals. A signal in an unexpected format
 * counts as failed, and adds a hint. If the list is not complete, a signal that is not in it may
 * have a value.
 */
export async function requestSignals(
	client: SmartcarClient,
	request: ApiRequest,
): Promise<{
	signals: Signal[];
	isComplete: boolean;
	included: SignalList['included'];
	headers: Record<string, string>;
}> {
	const { data: document, headers } = await requestSignalList(client, request);
	const { entries, invalidEntries } = document.data;
	if (invalidEntries.length > 0)
		client.hints.add({ subject: client.details(request).path, text: omittedEntryHint });
	const received = entries.length + invalidEntries.length;
	const hasAllEntries = warnIfIncomplete(client, request, document, received);
	const signals = [...entries, ...invalidEntries.flatMap(toFailedSignal)];
	const isComplete = hasAllEntries && signals.length === received;
	return { signals, isComplete, included: document.included, headers };
}

/** The HTTP status that v2.0 would return for a failed signal, or 502 if its error is unknown. */
export function signalErrorStatus(signal: Signal): number {
	return statusOfType(signal.attributes.status?.error?.type) ?? 502;
}

/** The error of a failed signal. With the status UNAVAILABLE Smartcar sends none. */
export function signalError({ attributes: { status } }: Signal): IDataObject {
	return status?.error ?? { detail: `Smartcar reports the status ${status?.value}, not SUCCESS` };
}

interface SignalToRead {
	vehicleId: string;
	code: string;
	/** The permission that is needed to read the signal. */
	permission: string;
}

/**
 * `GET …/signals/{code}`, in place of an endpoint of v2.0. Throws for a failed signal, with the
 * HTTP status that the endpoint would have returned.
 */
export async function requestSignal(
	item: InputItem,
	client: SmartcarClient,
	{ vehicleId, code, permission }: SignalToRead,
): Promise<{ signal: Signal; headers: Record<string, string> }> {
	const send = async (userId: string) => {
		const request = signalRequest(vehicleId, userId, code);
		const { data: document, headers } = await client.request(request, signalDocumentSchema);
		const { data: signal } = document;
		if (!isFailed(signal)) return { signal, headers };
		const status = signalErrorStatus(signal);
		const body = { errors: [signalError(signal)] };
		throw httpError(client.details(request), { status, body, headers });
	};
	return await sendForUser(item, client, { vehicleId, permission }, send);
}
