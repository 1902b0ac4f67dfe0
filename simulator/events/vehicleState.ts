import type { JsonObject } from '../json';
import { signalDefinition } from '../signals/signalCatalog';
import { metaOf, userOf, vehicleOf } from './envelope';
import type { EventShape, EventSubject, ServiceEvent } from './types';
import { type FailedSignals, readingsOf, signalItem } from './signalItems';

export interface StateContent {
	/** Codes of the signals that changed; null for the first delivery. */
	triggers: readonly string[] | null;
	/** Codes of the signals in the event. */
	signals: readonly string[];
	failed: FailedSignals;
}

/** VEHICLE_STATE in one of the captured or documented shapes. */
export function vehicleStateEvent(
	subject: EventSubject,
	content: StateContent,
	shape: EventShape,
): ServiceEvent {
	const signals = readingsOf(subject, content.signals, content.failed).map((reading) =>
		signalItem(reading, shape),
	);
	const triggers = triggersOf(content.triggers, shape);
	const meta = metaOf(subject, shape, {
		signalCount: signals.length,
		sequence: subject.sequence ?? undefined,
	});
	const head = { eventId: subject.eventId, eventType: 'VEHICLE_STATE' };
	const data = { user: userOf(subject, shape), vehicle: vehicleOf(subject, shape) };
	if (shape === 'spec') {
		// As documented: the first delivery's sample has no vehicle at top level.
		const vehicleId = content.triggers === null ? undefined : subject.vehicle.id;
		return { ...head, vehicleId, data: { ...data, triggers, signals }, meta };
	}
	return { ...head, data: { ...data, signals }, triggers, meta };
}

function triggersOf(codes: readonly string[] | null, shape: EventShape): JsonObject[] {
	if (codes === null)
		return [shape === 'spec' ? { code: 'FIRST_DELIVERY' } : { type: 'FIRST_DELIVERY' }];
	return codes.map((wanted) => {
		const { code, name, group } = signalDefinition(wanted);
		if (shape === 'spec') return { code, name, group };
		return {
			type: 'SIGNAL_UPDATED',
			signal: shape === 'oldest' ? `${group}.${name}` : { name, code, group },
		};
	});
}
