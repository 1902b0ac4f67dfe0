import type { JsonObject } from '../json';
import { signalDefinition } from '../signals/signalCatalog';
import { eventMeta, eventUser, eventVehicle } from './envelope';
import { type FailedSignals, readSignals, signalItem } from './signalItems';
import type { EventShape, EventContext, ServiceEvent } from './types';

export interface StateContent {
	/** Codes of the signals that changed; null for a first delivery. */
	triggers: readonly string[] | null;
	/** Codes of the signals in the event. */
	signals: readonly string[];
	failed: FailedSignals;
}

/** Builds a VEHICLE_STATE event. See docs/contributing/smartcar-api.md#events. */
export function vehicleStateEvent(
	context: EventContext,
	content: StateContent,
	shape: EventShape,
): ServiceEvent {
	const signals = readSignals(context, content.signals, content.failed).map((reading) =>
		signalItem(reading, shape),
	);
	const triggers = triggersOf(content.triggers, shape);
	const meta = eventMeta(context, shape, {
		signalCount: signals.length,
		sequence: context.sequence ?? undefined,
	});
	const type = { eventId: context.eventId, eventType: 'VEHICLE_STATE' };
	const data = { user: eventUser(context, shape), vehicle: eventVehicle(context, shape) };
	if (shape === 'spec') {
		// In the documentation a first delivery has no `vehicleId` at the top level.
		const vehicleId = content.triggers === null ? undefined : context.vehicle.id;
		return { ...type, vehicleId, data: { ...data, triggers, signals }, meta };
	}
	return { ...type, data: { ...data, signals }, triggers, meta };
}

function triggersOf(codes: readonly string[] | null, shape: EventShape): JsonObject[] {
	if (codes === null)
		return [shape === 'spec' ? { code: 'FIRST_DELIVERY' } : { type: 'FIRST_DELIVERY' }];
	return codes.map((signalCode) => {
		const { code, name, group } = signalDefinition(signalCode);
		if (shape === 'spec') return { code, name, group };
		return {
			type: 'SIGNAL_UPDATED',
			signal: shape === 'oldest' ? `${group}.${name}` : { name, code, group },
		};
	});
}
