import { randomUUID } from 'node:crypto';
import type { Workflow } from '../../tools/testEnvironment/workflow';
import { triggerWorkflow } from './triggerWorkflows';

type ErrorState = 'ERROR' | 'RESOLVED';

/** The states of one error in consecutive events. */
export const ERROR_STATES: ErrorState[] = ['ERROR', 'ERROR', 'RESOLVED', 'RESOLVED', 'ERROR'];

/** The states in ERROR_STATES that the trigger reports: the first, the third and the last one. */
export const REPORTED_ERROR_STATES: ErrorState[] = ['ERROR', 'RESOLVED', 'ERROR'];

/** A workflow that starts when an error of a vehicle starts or ends. */
export const errorWorkflow = (id: string): Workflow =>
	triggerWorkflow(id, { events: ['VEHICLE_ERROR'] });

/** An event in which the error that a vehicle is asleep has this state. */
export function errorEvent(state: ErrorState) {
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
