import type { JsonObject } from '../json';
import { readSignal, type SignalReading } from '../signals/readSignal';
import { signalDefinition } from '../signals/signalCatalog';
import type { SignalError } from '../signals/signalDefinition';
import type { EventContext } from './types';

/**
 * By code, the errors of signals in an event. If such a signal has a value, the event has both.
 */
export type FailedSignals = Readonly<Record<string, SignalError>>;

/** Reads the signals of an event. */
export function readSignals(
	context: EventContext,
	codes: readonly string[],
	failed: FailedSignals,
): SignalReading[] {
	return codes.map((code) => {
		const reading = readSignal(signalDefinition(code), context.vehicle, context.permissions);
		return { ...reading, error: failed[code] ?? reading.error };
	});
}

/** One entry of `data.signals`. */
export function signalItem(reading: SignalReading): JsonObject {
	const { definition, body, error, oemUpdatedAt, retrievedAt } = reading;
	const { code, name, group } = definition;
	const bodyAndTimes = body === null ? {} : { body, meta: { oemUpdatedAt, retrievedAt } };
	const status = error === null ? { value: 'SUCCESS' } : { value: 'ERROR', error: { ...error } };
	return { code, name, group, ...bodyAndTimes, status };
}
