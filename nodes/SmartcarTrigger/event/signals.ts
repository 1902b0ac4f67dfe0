import type { IDataObject } from 'n8n-workflow';
import { isAbsent } from '../../shared/isAbsent';
import { isObject } from '../../shared/isObject';
import { toSignalCode } from '../../shared/signalCode';
import { isSuccessStatus, statusAsCode } from '../../shared/signalStatus';
import type { EventReader } from './eventReader';
import { object, resolution, text } from './fields';
import { time } from './times';
import type { Signal, SignalReference, Trigger } from './types';

const FIRST_DELIVERY = 'FIRST_DELIVERY';

/** `TractionBattery.StateOfCharge` has the code `tractionbattery-stateofcharge`. */
function fromDottedName(dotted: string): SignalReference {
	const [group, name] = dotted.split('.');
	return { code: toSignalCode(dotted), ...(name && { group, name }) };
}

/**
 * Reads `code`, `name` and `group`. A missing code is built from name and group, as Smartcar does.
 */
function readReferenceFields(
	reader: EventReader,
	fields: IDataObject,
	path: string,
): SignalReference | undefined {
	const code = reader.field(text, fields.code, path, 'code')?.toLowerCase();
	const name = reader.field(text, fields.name, path, 'name');
	const group = reader.field(text, fields.group, path, 'group');
	if (code) return { code, name, group };
	if (group && name) return { code: `${group}-${name}`.toLowerCase(), name, group };
	reader.addProblem(path, 'Expected the code of a signal');
	return undefined;
}

/** Reads a reference to a signal: `{code, name, group}` or, in the oldest events, a dotted name. */
export function readSignalReference(
	reader: EventReader,
	value: unknown,
	path: string,
): SignalReference | undefined {
	if (typeof value === 'string') return fromDottedName(value);
	return readReferenceFields(reader, reader.object(value, path), path);
}

/**
 * Reads one entry of `triggers`: text, an object with the signal's fields, or an object with the
 * signal inside. See docs/contributing/smartcar-api.md#events.
 */
export function readTrigger(
	reader: EventReader,
	value: unknown,
	path: string,
): Trigger | undefined {
	if (typeof value === 'string') {
		return value === FIRST_DELIVERY
			? { type: value }
			: { type: 'SIGNAL_UPDATED', ...fromDottedName(value) };
	}
	const trigger = reader.object(value, path);
	const type = reader.field(text, trigger.type, path, 'type');
	if (type === FIRST_DELIVERY || trigger.code === FIRST_DELIVERY) return { type: FIRST_DELIVERY };
	const reference = isAbsent(trigger.signal)
		? readReferenceFields(reader, trigger, path)
		: readSignalReference(reader, trigger.signal, `${path}.signal`);
	return reference && { type: type ?? 'SIGNAL_UPDATED', ...reference };
}

/**
 * Whether an event is the first one after its vehicle was subscribed.
 * See docs/contributing/smartcar-api.md#first-delivery.
 */
export const isFirstDelivery = (triggers: Trigger[]) =>
	triggers.some(({ type }) => type === FIRST_DELIVERY);

/** The error of a signal's status, or undefined if the signal was read successfully. */
function readSignalError(reader: EventReader, value: unknown, path: string): Signal['error'] {
	// Any other text says why it failed.
	if (typeof value === 'string')
		return isSuccessStatus(value) ? undefined : { code: statusAsCode(value) };
	const status = reader.object(value, path, 'status');
	const result = reader.field(text, status.value, path, 'status.value') ?? 'SUCCESS';
	const error = reader.field(object, status.error, path, 'status.error');
	if (isSuccessStatus(result) && !error) return undefined;
	const { type, code, title, detail, resolution: action } = error ?? {};
	const readType = reader.field(text, type, path, 'status.error.type');
	return {
		type: readType,
		code:
			reader.field(text, code, path, 'status.error.code') ??
			(readType ? undefined : statusAsCode(result)),
		title: reader.field(text, title, path, 'status.error.title'),
		detail: reader.field(text, detail, path, 'status.error.detail'),
		resolution: reader.field(resolution, action, path, 'status.error.resolution'),
	};
}

/**
 * Reads one entry of `signals`. Only its status says whether it failed: a failed signal can still
 * have the body and the times of an earlier reading.
 * See docs/contributing/smartcar-api.md#failed-signals.
 */
export function readSignal(reader: EventReader, value: unknown, path: string): Signal | undefined {
	const signal = reader.object(value, path);
	const reference =
		typeof value === 'string' ? fromDottedName(value) : readReferenceFields(reader, signal, path);
	if (!reference) return undefined;
	const meta = reader.object(signal.meta, path, 'meta');
	const fetchedAt = reader.field(time, meta.fetchedAt, path, 'meta.fetchedAt');
	return {
		code: reference.code,
		name: reference.name,
		group: reference.group,
		body: reader.field(object, signal.body, path, 'body'),
		error: readSignalError(reader, signal.status, path),
		oemUpdatedAt: reader.field(time, meta.oemUpdatedAt, path, 'meta.oemUpdatedAt'),
		retrievedAt: reader.field(time, meta.retrievedAt, path, 'meta.retrievedAt') ?? fetchedAt,
		ingestedAt: reader.field(time, meta.ingestedAt, path, 'meta.ingestedAt'),
	};
}

/** `signals` as a list. One documented form is an object with dotted names as keys. */
export function toSignalList(signals: unknown): unknown {
	if (!isObject(signals) || !Object.values(signals).every(isObject)) return signals;
	return Object.entries(signals).map(([name, body]) => ({ ...fromDottedName(name), body }));
}
