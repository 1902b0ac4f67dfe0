import { randomUUID } from 'node:crypto';
import { triggerWorkflow } from '../../tools/testEnvironment/triggerWorkflows';
import type { Workflow } from '../../tools/testEnvironment/workflow';

/** Exactly the first event, the third one and the last one are told. */
export const ERROR_SERIES = ['ERROR', 'ERROR', 'RESOLVED', 'RESOLVED', 'ERROR'];

export const TOLD_ERRORS = ['ERROR', 'RESOLVED', 'ERROR'];

/** A workflow that starts when an error of a vehicle starts or ends. */
export const errorWorkflow = (id: string): Workflow =>
	triggerWorkflow(id, { events: ['VEHICLE_ERROR'] });

/** An event that says that a vehicle is asleep, or no longer so. */
export function errorEvent(state: string) {
	const now = Date.now();
	return {
		eventId: randomUUID(),
		eventType: 'VEHICLE_ERROR',
		data: {
			vehicle: { id: 'v-1', make: 'TESLA', model: 'Model 3', year: 2021, mode: 'live' },
			errors: [
				{
					type: 'VEHICLE_STATE',
					code: 'ASLEEP',
					state,
					signals: [{ code: 'wheel-tires', name: 'Tires', group: 'Wheel' }],
				},
			],
		},
		meta: { version: '4.0', deliveredAt: now, mode: 'LIVE' },
	};
}
