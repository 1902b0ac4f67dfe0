import type { IDataObject } from 'n8n-workflow';
import { isAbsent } from '../../../shared/isAbsent';
import { toFiniteNumber } from '../../../shared/toNumber';
import type { Signal } from '../signal/schema';
import { failedSignal } from '../signal/signalRequest';
import { codeOf, hasCode, isReadable } from '../signal/simplify';
import { isUnknownRowSignal } from './stateRow';

/** Whether the signal `tractionbattery-nominalcapacity` has no capacity that can be read. */
export function isUnknownCapacity({ capacity, availableCapacities }: IDataObject): boolean {
	if (!isAbsent(capacity)) return toFiniteNumber(capacity) === undefined;
	// Null, or a choice of capacities, means that it is not known.
	return capacity === undefined && availableCapacities === undefined;
}

function isUnknown(signal: Signal): boolean {
	if (!hasCode(signal, 'tractionbattery-nominalcapacity')) return isUnknownRowSignal(signal);
	return isReadable(signal) && isUnknownCapacity(signal.attributes.body ?? {});
}

/**
 * Replaces a signal whose format is not known by a failed one, so that its values do not count as
 * null. A hint names tire pressures in such a format.
 */
export function withKnownFormat(signal: Signal): Signal {
	if (hasCode(signal, 'wheel-tires') || !isUnknown(signal)) return signal;
	return { ...failedSignal(codeOf(signal) ?? ''), meta: signal.meta };
}
