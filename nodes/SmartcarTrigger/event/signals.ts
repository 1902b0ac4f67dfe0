import type { Signal, SignalReference, Trigger } from './event';
import { anything, isObject, object, text } from './fields';
import { time } from './times';
import type { Understanding } from './understand';

const FIRST_DELIVERY = 'FIRST_DELIVERY';

const referenceFields = { code: text, name: text, group: text };
const triggerFields = { type: text, signal: anything, code: text };
const signalFields = { ...referenceFields, body: object, status: object, meta: object };
const statusFields = { value: text, error: object };
const timeFields = { oemUpdatedAt: time, retrievedAt: time, fetchedAt: time };
const failureFields = { type: text, code: text };

/** `TractionBattery.StateOfCharge` → `tractionbattery-stateofcharge` (service: 6.1, rule 3). */
function fromDottedName(dotted: string): SignalReference {
	const [group, name] = dotted.split('.');
	return { code: dotted.toLowerCase().replace('.', '-'), ...(name && { group, name }) };
}

/** The reference that such fields make; without a code it is put together as the service does it. */
function toReference(
	read: Understanding,
	{ code, name, group }: Partial<SignalReference>,
	path: string,
): SignalReference | undefined {
	if (code) return { code, name, group };
	if (group && name) return { code: `${group}-${name}`.toLowerCase(), name, group };
	read.note(path, 'Expected the code of a signal');
	return undefined;
}

/** A reference to a signal: `{code, name, group}` or, in the oldest events, a dotted name. */
export function readReference(read: Understanding, value: unknown, path: string): SignalReference | undefined {
	if (typeof value === 'string') return fromDottedName(value);
	return toReference(read, read.fields(referenceFields, value, path), path);
}

/** One entry of `triggers`, in each of its forms (service: 6.1, rule 2). */
export function readTrigger(read: Understanding, value: unknown, path: string): Trigger | undefined {
	if (typeof value === 'string') {
		return value === FIRST_DELIVERY ? { type: value } : { type: 'SIGNAL_UPDATED', ...fromDottedName(value) };
	}
	const { type, signal, code } = read.fields(triggerFields, value, path);
	if (type === FIRST_DELIVERY || code === FIRST_DELIVERY) return { type: FIRST_DELIVERY };
	const reference = readReference(read, signal ?? value, signal === undefined ? path : `${path}.signal`);
	return reference && { type: type ?? 'SIGNAL_UPDATED', ...reference };
}

/** Whether an event is the first delivery after a vehicle was subscribed (spec: VEHICLE_STATE, rule 2). */
export const isFirstDelivery = (triggers: Trigger[]) => triggers.some(({ type }) => type === FIRST_DELIVERY);

/**
 * One entry of `signals`. It failed when its status says something else than success or carries an error, not when the
 * body is missing: a failed signal can still carry the body and the times of an earlier success (service: 6.1, rule 4).
 */
export function readSignal(read: Understanding, value: unknown, path: string): Signal | undefined {
	const { code, name, group, body, status, meta } = read.fields(signalFields, value, path);
	const reference = typeof value === 'string' ? fromDottedName(value) : toReference(read, { code, name, group }, path);
	if (!reference) return undefined;
	const { value: outcome, error } = read.fields(statusFields, status, `${path}.status`);
	const times = read.fields(timeFields, meta, `${path}.meta`);
	const failed = (outcome ?? 'SUCCESS') !== 'SUCCESS' || error !== undefined;
	return {
		code: reference.code,
		name: reference.name,
		group: reference.group,
		body,
		error: failed ? read.fields(failureFields, error, `${path}.status.error`) : undefined,
		oemUpdatedAt: times.oemUpdatedAt,
		retrievedAt: times.retrievedAt ?? times.fetchedAt,
	};
}

/** `signals` as a list of entries; one page of the documentation shows a map of dotted names to bodies (service: E11). */
export function toSignalList(signals: unknown): unknown {
	if (!isObject(signals) || !Object.values(signals).every(isObject)) return signals;
	return Object.entries(signals).map(([name, body]) => ({ ...fromDottedName(name), body }));
}
