import { randomUUID } from 'node:crypto';
import { describeError, type ErrorType } from '../errors/errorTypes';
import type { JsonObject } from '../json';
import { signalDefinition } from '../signals/signalCatalog';
import { eventMeta, eventUser, eventVehicle } from './envelope';
import type { EventContext, VehicleEvent } from './types';

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
export function vehicleErrorEvent(context: EventContext, entries: ErrorEntry[]): VehicleEvent {
	return {
		eventId: randomUUID(),
		eventType: 'VEHICLE_ERROR',
		data: {
			user: eventUser(context),
			vehicle: eventVehicle(context),
			errors: entries.map(errorItem),
		},
		meta: eventMeta(context),
	};
}

function errorItem(entry: ErrorEntry): JsonObject {
	const { type, code, state } = entry;
	const signals = entry.signals.length === 0 ? undefined : entry.signals.map(affectedSignal);
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
		suggestedUserMessage: userMessage ?? 'Please try again later.',
		docURL: docUrl,
		resolution: { type: resolution },
		signals,
	};
}

function affectedSignal(signalCode: string): JsonObject {
	const { code, name, group } = signalDefinition(signalCode);
	return { code, name, group };
}
