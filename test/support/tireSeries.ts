import { randomUUID } from 'node:crypto';
import type { Workflow } from '../../tools/testEnvironment/workflow';
import { failingWorkflow, triggerWorkflow, type TriggerParameters } from './triggerWorkflows';

/** The pressures of one tire in consecutive events, in psi. */
export const TIRE_PRESSURES = [25, 19, 18, 21, 19, 26, 18];

/**
 * The pressures that `lowTireWorkflow` reports: the first 19, and the last 18, because the tire has
 * recovered before.
 */
export const REPORTED_TIRE_PRESSURES = [19, 18];

const lowTireParameters: TriggerParameters = {
	events: ['CONDITION_MET'],
	conditions: {
		values: [{ signal: 'wheel-tires', when: 'below', value: 20, unit: 'psi', resetAt: 25 }],
	},
};

/**
 * A workflow that starts when a tire falls below 20 psi, and again when it does so after it has
 * recovered to 25 psi.
 */
export const lowTireWorkflow = (id: string, options: object = {}): Workflow =>
	triggerWorkflow(id, { ...lowTireParameters, options });

/**
 * Starts like `lowTireWorkflow`, but fails at 19 psi. n8n responds when the workflow has finished,
 * so Smartcar gets a 500.
 */
export const failingTireWorkflow = (id: string): Workflow =>
	failingWorkflow(
		id,
		{ ...lowTireParameters, options: { acknowledge: 'lastNode' } },
		'={{ $json.value === 19 }}',
	);

let lastTime = 0;

/** The current time, but later than at the last call, so that events have an order. */
function nextTime(): number {
	lastTime = Math.max(lastTime + 1, Date.now());
	return lastTime;
}

/**
 * An event in which the front left tire has this pressure, and the other one is full. Its times and
 * its sequence are higher than those of the event created before it.
 */
export function pressureEvent(psi: number, vehicleId = 'v-1') {
	const time = nextTime();
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
					meta: { oemUpdatedAt: time, retrievedAt: time },
				},
			],
		},
		triggers: [{ type: 'SIGNAL_UPDATED', signal: { code: 'wheel-tires' } }],
		meta: { version: '4.0', deliveredAt: time, sequence: time, mode: 'LIVE' },
	};
}
