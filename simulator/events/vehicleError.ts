import { describeError, type ErrorType } from '../errors/errorTypes';
import type { JsonObject, JsonValue } from '../json';
import { signalDefinition } from '../signals/signalCatalog';
import { metaOf, userOf, vehicleOf } from './envelope';
import type { EventShape, EventSubject, ServiceEvent } from './types';

/** One entry of `data.errors`. */
export interface ErrorEntry {
	type: ErrorType;
	/** null for PERMISSION. */
	code: string | null;
	state: 'ERROR' | 'RESOLVED';
	/** Codes of the signals it touches; none for a broad error. */
	signals: readonly string[];
}

/** VEHICLE_ERROR in one of the captured or documented shapes. Entries that are resolved say no more than that. */
export function vehicleErrorEvent(
	subject: EventSubject,
	entries: ErrorEntry[],
	shape: EventShape,
): ServiceEvent {
	// As documented: the sample of a resolved error has no vehicle at top level.
	const isNamedAtTop = shape === 'spec' && entries.some(({ state }) => state === 'ERROR');
	return {
		eventId: subject.eventId,
		eventType: 'VEHICLE_ERROR',
		...(isNamedAtTop ? { vehicleId: subject.vehicle.id } : {}),
		data: {
			user: userOf(subject, shape),
			vehicle: vehicleOf(subject, shape),
			errors: entries.map((entry) => errorItem(entry, shape)),
		},
		meta: metaOf(subject, shape),
	};
}

function errorItem(entry: ErrorEntry, shape: EventShape): JsonObject {
	const { type, code, state } = entry;
	const signals =
		entry.signals.length === 0
			? undefined
			: entry.signals.map((signal) => signalItem(signal, shape));
	if (state === 'RESOLVED') {
		const description =
			code === 'UNREACHABLE' ? 'The vehicle can be reached again.' : 'The problem is resolved.';
		return { type, code, state, description, signals };
	}
	const { description, docUrl, resolution, userMessage } = describeError(type, code);
	return {
		type,
		code,
		state,
		description,
		...(shape === 'oldest'
			? {}
			: { suggestedUserMessage: userMessage ?? 'Please try again later.' }),
		docURL: docUrl,
		resolution: { type: resolution },
		signals,
	};
}

function signalItem(wanted: string, shape: EventShape): JsonValue {
	const { code, name, group } = signalDefinition(wanted);
	return shape === 'oldest' ? `${group}.${name}` : { code, name, group };
}
