import type { JsonObject } from '../json';
import { signalDefinition } from '../signals/signalCatalog';
import { readSignals } from './signalItems';
import type { EventContext, ServiceEvent } from './types';
import type { StateContent } from './vehicleState';

/**
 * VEHICLE_STATE of version 3.0: numbers as IDs, times in seconds, `vin` in the vehicle,
 * `percentage` in bodies.
 */
export function version3StateEvent(context: EventContext, content: StateContent): ServiceEvent {
	const { vehicle, user, webhook, mode, at } = context;
	const { id, make, model, year, vin } = vehicle;
	const signals = readSignals(context, content.signals, content.failed).map(
		({ definition, body }): JsonObject => {
			const { code, name, group } = definition;
			return {
				code,
				name,
				group,
				body: body?.unit === 'percent' ? { percentage: body.value } : (body ?? {}),
			};
		},
	);
	return {
		eventId: context.eventId,
		eventType: 'VEHICLE_STATE',
		data: { vehicle: { id, make, model, year, vin }, signals, user: { id: `user_${user.id}` } },
		triggers:
			content.triggers === null
				? [{ type: 'FIRST_DELIVERY' }]
				: content.triggers.map((code) => ({ type: 'SIGNAL_UPDATED', signal: { code } })),
		meta: {
			version: '3.0',
			deliveryId: '1000000002',
			deliveredAt: Math.floor(at / 1000),
			webhookId: webhook.id,
			webhookName: webhook.name,
			signalCount: signals.length,
			mode,
		},
	};
}

/**
 * VEHICLE_STATE as the documentation abbreviates it: names as triggers, an object of signals, no
 * `meta`.
 */
export function abbreviatedStateEvent(context: EventContext, content: StateContent): ServiceEvent {
	const readings = readSignals(context, content.signals, content.failed);
	const dottedName = (code: string): string => {
		const { group, name } = signalDefinition(code);
		return `${group}.${name}`;
	};
	return {
		eventId: context.eventId,
		eventType: 'VEHICLE_STATE',
		data: {
			triggers: content.triggers === null ? ['FIRST_DELIVERY'] : content.triggers.map(dottedName),
			signals: Object.fromEntries(
				readings.flatMap(({ definition, body }) =>
					body === null ? [] : [[dottedName(definition.code), { value: body.value }]],
				),
			),
		},
	};
}
