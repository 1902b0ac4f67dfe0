import { describeError, type ErrorType } from '../errors/errorTypes';
import type { JsonObject, JsonValue } from '../json';
import { signalDefinition } from '../signals/signalCatalog';
import { eventMeta, eventUser, eventVehicle } from './envelope';
import type { EventShape, EventContext, ServiceEvent } from './types';

/** One entry of `data.errors`. */
export interface ErrorEntry {
	type: ErrorType;
	/** Null for PERMISSION. */
	code: string | null;
	state: 'ERROR' | 'RESOLVED';
	/** Codes of the affected signals; empty for an error of the whole vehicle. */
	signals: readonly string[];
}

/** Builds a VEHICLE_ERROR event. See docs/contributing/smartcar-api.md#vehicle-errors. */
export function vehicleErrorEvent(
	context: EventContext,
	entries: ErrorEntry[],
	shape: EventShape,
): ServiceEvent {
	// In the documentation an event with a resolved error has no `vehicleId` at the top level.
	const hasVehicleId = shape === 'spec' && entries.some(({ state }) => state === 'ERROR');
	return {
		eventId: context.eventId,
		eventType: 'VEHICLE_ERROR',
		...(hasVehicleId ? { vehicleId: context.vehicle.id } : {}),
		data: {
			user: eventUser(context, shape),
			vehicle: eventVehicle(context, shape),
			errors: entries.map((entry) => errorItem(entry, shape)),
		},
		meta: eventMeta(context, shape),
	};
}

function errorItem(entry: ErrorEntry, shape: EventShape): JsonObject {
	const { type, code, state } = entry;
	const signals =
		entry.signals.length === 0
			? undefined
			: entry.signals.map((signal) => affectedSignal(signal, shape));
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

function affectedSignal(signalCode: string, shape: EventShape): JsonValue {
	const { code, name, group } = signalDefinition(signalCode);
	return shape === 'oldest' ? `${group}.${name}` : { code, name, group };
}
