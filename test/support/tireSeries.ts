import { randomUUID } from 'node:crypto';
import {
	failingWorkflow,
	triggerWorkflow,
	type TriggerParameters,
} from '../../tools/testEnvironment/triggerWorkflows';
import type { Workflow } from '../../tools/testEnvironment/workflow';

/** With the limit 20 and the reset 25 exactly the second value and the last one fire. */
export const SERIES = [25, 19, 18, 21, 19, 26, 18];

const lowTire: TriggerParameters = {
	events: ['CONDITION_MET'],
	conditions: {
		values: [{ signal: 'wheel-tires', when: 'below', value: 20, unit: 'psi', resetAt: 25 }],
	},
};

/** A workflow that starts when a tire falls below 20 psi, and again after it was at 25 psi. */
export const lowTireWorkflow = (id: string, options: object = {}): Workflow =>
	triggerWorkflow(id, { ...lowTire, options });

/** The same, but it fails if it is told of 19 psi. Smartcar is answered when it has finished. */
export const failingTireWorkflow = (id: string): Workflow =>
	failingWorkflow(
		id,
		{ ...lowTire, options: { acknowledge: 'lastNode' } },
		'={{ $json.value === 19 }}',
	);

/** An event in which the front left tire has this pressure, and the other one is full. */
export function pressureEvent(psi: number, vehicleId = 'v-1') {
	const now = Date.now();
	return {
		eventId: randomUUID(),
		eventType: 'VEHICLE_STATE',
		data: {
			vehicle: { id: vehicleId, make: 'TESLA', model: 'Model 3', year: 2021, mode: 'live' },
			signals: [
				{
					code: 'wheel-tires',
					name: 'Tires',
					group: 'Wheel',
					body: {
						values: [
							{ row: 0, column: 1, tirePressure: 36 },
							{ row: 0, column: 0, tirePressure: psi },
						],
						unit: 'psi',
					},
					meta: { oemUpdatedAt: now, retrievedAt: now },
				},
			],
		},
		triggers: [{ type: 'SIGNAL_UPDATED', signal: { code: 'wheel-tires' } }],
		meta: { version: '4.0', deliveredAt: now, mode: 'LIVE' },
	};
}
