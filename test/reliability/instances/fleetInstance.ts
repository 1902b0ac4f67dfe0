import type { N8nInstallation } from '../../../tools/n8n/install';
import { findTarball } from '../../../tools/pack';
import { chainOfNodes } from '../../../tools/testEnvironment/workflow';
import { installBareTriggers } from '../../bench/trigger/bare/install';
import { fillDeduplicationHistory } from '../../bench/trigger/deduplicationHistory';
import { comparedWorkflows, UNMET_CONDITIONS } from '../../bench/trigger/comparedWorkflows';
import { startLoadTestN8n, type LoadTestN8n, type N8nMode } from '../../support/loadTestN8n';
import { noOpNode, triggerNode } from '../../support/triggerWorkflows';
import { ODOMETER_LIMIT_KM, TIRE_LIMIT_KPA } from '../sending/fleetEvents';
import { CONCURRENCY_LIMIT, N8N_ENV } from './regularMode';
import { TargetWorkflow } from './targetWorkflow';
import { INSPECTOR_ENV } from './usedHeap';

/** Number of vehicles in the simulator, which the values of the events come from. */
const SIMULATED_VEHICLES = 100;

/**
 * The trigger's *Events Remembered Across Restarts*. Smartcar retries an event for three minutes,
 * in which 30,000 others come at 167 a second. In queue mode only n8n's store recognizes copies, so
 * it must also hold the events of a burst that wait for a worker.
 */
const REMEMBERED_EVENTS: Record<N8nMode, number> = { regular: 30_000, queue: 100_000 };

const TEN_CONDITIONS = [
	...UNMET_CONDITIONS.slice(2),
	{ signal: 'odometer-traveleddistance', when: 'above', value: ODOMETER_LIMIT_KM, unit: 'km' },
	{ signal: 'wheel-tires', when: 'below', value: TIRE_LIMIT_KPA, unit: 'kPa' },
];

/**
 * The items that the workflow gets: events and alerts (conditions that are met), or only alerts.
 */
export type FleetOutput = 'events' | 'alerts';

const WORKFLOW_ID = 'smartcarFleet0001';

/** The workflow that the fleet sends its events to. */
export const fleetWorkflow = (mode: N8nMode, output: FleetOutput) =>
	chainOfNodes(WORKFLOW_ID, [
		triggerNode(WORKFLOW_ID, {
			events:
				output === 'alerts'
					? ['CONDITION_MET']
					: ['VEHICLE_STATE', 'VEHICLE_ERROR', 'CONDITION_MET'],
			conditions: { values: TEN_CONDITIONS },
			options: { combineEvents: true, rememberedEvents: REMEMBERED_EVENTS[mode] },
		}),
		noOpNode('Step'),
	]);

/**
 * An n8n with a workflow as for a large fleet: *Combine Events* is on, and there are ten
 * conditions.
 */
export interface FleetInstance extends LoadTestN8n {
	mode: N8nMode;
	output: FleetOutput;
	target: TargetWorkflow;
	/** The URL of a trigger that starts nothing, on each process that receives webhooks. */
	bareUrls: string[];
}

/**
 * Starts n8n and the simulator. n8n's deduplication store is full from the start, since a long list
 * takes n8n more time.
 * @param finishWithinMs how long n8n may take to finish all stored executions
 */
export async function startFleetInstance(
	mode: N8nMode,
	output: FleetOutput,
	installation: N8nInstallation,
	finishWithinMs: number,
): Promise<FleetInstance> {
	const workflow = fleetWorkflow(mode, output);
	const n8n = await startLoadTestN8n(mode, {
		installation,
		tarball: await findTarball(),
		workflows: [workflow, comparedWorkflows.bareWithoutExecution],
		vehicles: SIMULATED_VEHICLES,
		prepareUserFolder: installBareTriggers,
		env: {
			...N8N_ENV,
			...INSPECTOR_ENV,
			...(mode === 'regular' && { N8N_CONCURRENCY_PRODUCTION_LIMIT: String(CONCURRENCY_LIMIT) }),
		},
	});
	await fillDeduplicationHistory(n8n, mode, [workflow], REMEMBERED_EVENTS[mode]).catch(
		async (error: unknown) => {
			await n8n.close();
			throw error;
		},
	);
	return {
		...n8n,
		mode,
		output,
		target: new TargetWorkflow({
			simulator: n8n.simulator,
			database: n8n.database,
			workflowId: workflow.id,
			callbackUris: () => n8n.webhookUrls(workflow),
			finishWithinMs,
		}),
		bareUrls: n8n.webhookUrls(comparedWorkflows.bareWithoutExecution),
	};
}
