import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../json';
import { signalDefinition } from '../signals/signalCatalog';
import { eventMeta, eventUser, eventVehicle } from './envelope';
import { type FailedSignals, readSignals, signalItem } from './signalItems';
import type { EventContext, VehicleEvent } from './types';

interface StateContent {
	/** Codes of the signals that changed; null for a first delivery. */
	triggers: readonly string[] | null;
	/** Codes of the signals in the event. */
	signals: readonly string[];
	failed: FailedSignals;
	sequence: number;
}

/** Builds a VEHICLE_STATE event. See docs/contributing/smartcar-api.md#events. */
export function vehicleStateEvent(context: EventContext, content: StateContent): VehicleEvent {
	const signals = readSignals(context, content.signals, content.failed).map(signalItem);
	return {
		eventId: randomUUID(),
		eventType: 'VEHICLE_STATE',
		data: { user: eventUser(context), vehicle: eventVehicle(context), signals },
		triggers: triggerItems(content.triggers),
		meta: eventMeta(context, { signalCount: signals.length, sequence: content.sequence }),
	};
}

function triggerItems(codes: readonly string[] | null): JsonObject[] {
	if (codes === null) return [{ type: 'FIRST_DELIVERY' }];
	return codes.map((signalCode) => {
		const { code, name, group } = signalDefinition(signalCode);
		return { type: 'SIGNAL_UPDATED', signal: { name, code, group } };
	});
}
