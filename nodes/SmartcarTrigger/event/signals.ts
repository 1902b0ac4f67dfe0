import type { IDataObject } from 'n8n-workflow';
import type { Signal, SignalReference, Trigger } from './types';
import { isObject, object, text } from './fields';
import { time } from './times';
import { isAbsent, type Understanding } from './eventReader';

const FIRST_DELIVERY = 'FIRST_DELIVERY';

/** `TractionBattery.StateOfCharge` → `tractionbattery-stateofcharge` (service: 6.1, rule 3). */
function fromDottedName(dotted: string): SignalReference {
	const [group, name] = dotted.split('.');
	return { code: dotted.toLowerCase().replace('.', '-'), ...(name && { group, name }) };
}

/** The reference that an object's fields make; without a code it is put together as the service does it. */
function toReference(
	read: Understanding,
	fields: IDataObject,
	path: string,
): SignalReference | undefined {
	const code = read.part(text, fields.code, path, 'code');
	const name = read.part(text, fields.name, path, 'name');
	const group = read.part(text, fields.group, path, 'group');
	if (code) return { code, name, group };
	if (group && name) return { code: `${group}-${name}`.toLowerCase(), name, group };
	read.note(path, 'Expected the code of a signal');
	return undefined;
}

/** A reference to a signal: `{code, name, group}` or, in the oldest events, a dotted name. */
export function readReference(
	read: Understanding,
	value: unknown,
	path: string,
): SignalReference | undefined {
	if (typeof value === 'string') return fromDottedName(value);
	return toReference(read, read.object(value, path), path);
}

/** One entry of `triggers`, in each of its forms (service: 6.1, rule 2). */
export function readTrigger(
	read: Understanding,
	value: unknown,
	path: string,
): Trigger | undefined {
	if (typeof value === 'string') {
		return value === FIRST_DELIVERY
			? { type: value }
			: { type: 'SIGNAL_UPDATED', ...fromDottedName(value) };
	}
	const trigger = read.object(value, path);
	const type = read.part(text, trigger.type, path, 'type');
	if (type === FIRST_DELIVERY || trigger.code === FIRST_DELIVERY) return { type: FIRST_DELIVERY };
	const reference = isAbsent(trigger.signal)
		? toReference(read, trigger, path)
		: readReference(read, trigger.signal, `${path}.signal`);
	return reference && { type: type ?? 'SIGNAL_UPDATED', ...reference };
}

/** Whether an event is the first delivery after a vehicle was subscribed (spec: VEHICLE_STATE, rule 2). */
export const isFirstDelivery = (triggers: Trigger[]) =>
	triggers.some(({ type }) => type === FIRST_DELIVERY);

/** What a signal failed of, by its status; undefined for one that did not fail. */
function readFailure(read: Understanding, status: IDataObject, path: string): Signal['error'] {
	const outcome = read.part(text, status.value, path, 'status.value') ?? 'SUCCESS';
	const error = read.part(object, status.error, path, 'status.error');
	if (outcome === 'SUCCESS' && !error) return undefined;
	return {
		type: read.part(text, error?.type, path, 'status.error.type'),
		code: read.part(text, error?.code, path, 'status.error.code'),
	};
}

/**
 * One entry of `signals`. It failed when its status says something else than success or carries an error, not when the
 * body is missing: a failed signal can still carry the body and the times of an earlier success (service: 6.1, rule 4).
 */
export function readSignal(read: Understanding, value: unknown, path: string): Signal | undefined {
	const signal = read.object(value, path);
	const reference =
		typeof value === 'string' ? fromDottedName(value) : toReference(read, signal, path);
	if (!reference) return undefined;
	const meta = read.object(signal.meta, path, 'meta');
	const fetchedAt = read.part(time, meta.fetchedAt, path, 'meta.fetchedAt');
	return {
		code: reference.code,
		name: reference.name,
		group: reference.group,
		body: read.part(object, signal.body, path, 'body'),
		error: readFailure(read, read.object(signal.status, path, 'status'), path),
		oemUpdatedAt: read.part(time, meta.oemUpdatedAt, path, 'meta.oemUpdatedAt'),
		retrievedAt: read.part(time, meta.retrievedAt, path, 'meta.retrievedAt') ?? fetchedAt,
	};
}

/** `signals` as a list of entries; one page of the documentation shows a map of dotted names to bodies (service: E11). */
export function toSignalList(signals: unknown): unknown {
	if (!isObject(signals) || !Object.values(signals).every(isObject)) return signals;
	return Object.entries(signals).map(([name, body]) => ({ ...fromDottedName(name), body }));
}
