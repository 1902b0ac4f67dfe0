import { startSimulator } from '../../../simulator/simulator';
import type { N8nInstallation } from '../../../tools/n8n/install';
import { requireQueuePrograms } from '../../../tools/n8n/queue/queuePrograms';
import { QueueCluster } from '../../../tools/n8n/queue/queueCluster';
import type { QueueProcessKind } from '../../../tools/n8n/queue/queueProcess';
import { findTarball } from '../../../tools/pack';
import { APPLICATION, credentialsFor } from '../../../tools/testEnvironment/credentials';
import { webhookIdOf, type Workflow } from '../../../tools/testEnvironment/workflow';
import { DELIVERY_TIMEOUT_MS } from '../../support/deliveryTimeout';
import { QUEUE_CLUSTER_SETTINGS, QUEUE_MODE_SETTINGS } from '../../support/loadTestN8n';
import { triggerWorkflow } from '../../support/triggerWorkflows';
import { N8N_ENV, type Undo, type WhileDown } from './regularMode';
import { TargetWorkflow } from './targetWorkflow';

/**
 * The trigger's *Events Remembered Across Restarts*. More than the default, as
 * docs/production.md#for-a-fleet recommends for queue mode.
 */
const REMEMBERED_EVENTS = 12_000;

/** How many executions a worker runs at the same time. A kill can interrupt at most this many. */
export const WORKER_CONCURRENCY = QUEUE_MODE_SETTINGS.workerConcurrency;

/** An n8n in queue mode with PostgreSQL, Redis, two webhook processors and one or more workers. */
export interface QueueInstance {
	/** One workflow for each scenario, so that no scenario sees executions of another one. */
	targets: { copies: TargetWorkflow; kill: TargetWorkflow; databaseBlocked: TargetWorkflow };
	/**
	 * Returns the `WhileDown` of one process.
	 * @param index among the processes of this kind, by default the first one
	 */
	whileDown: (kind: QueueProcessKind, index?: number) => WhileDown;
	/** Makes PostgreSQL read-only. */
	blockDatabase: () => Promise<Undo>;
	close: () => Promise<void>;
}

/**
 * Starts all processes of n8n, with the settings that the documentation recommends, and the
 * simulator.
 * @param finishWithinMs how long n8n may take to finish all stored executions
 * @throws Error that says what to install if PostgreSQL or Redis is missing
 */
export async function startQueueInstance(
	installation: N8nInstallation,
	finishWithinMs: number,
	{ workers }: { workers: number },
): Promise<QueueInstance> {
	const programs = await requireQueuePrograms();
	const parameters = { options: { rememberedEvents: REMEMBERED_EVENTS } };
	const workflows = {
		copies: triggerWorkflow('smartcarCopies001', parameters),
		kill: triggerWorkflow('smartcarKill00001', parameters),
		databaseBlocked: triggerWorkflow('smartcarBlocked01', parameters),
	};
	const simulator = await startSimulator({
		...APPLICATION,
		deliveryTimeoutMs: DELIVERY_TIMEOUT_MS,
	});
	const cluster = await QueueCluster.start({
		installation,
		programs,
		tarball: await findTarball(),
		credentials: credentialsFor(simulator),
		workflows: Object.values(workflows),
		processCounts: { webhook: 2, worker: workers },
		...QUEUE_CLUSTER_SETTINGS,
		env: { ...QUEUE_CLUSTER_SETTINGS.env, ...N8N_ENV },
	}).catch(async (error: unknown) => {
		await simulator.close();
		throw error;
	});
	const targetOf = (workflow: Workflow) =>
		new TargetWorkflow({
			simulator,
			database: cluster.postgres,
			workflowId: workflow.id,
			callbackUris: () =>
				cluster
					.processes('webhook')
					.map((processor) => processor.webhookUrl(webhookIdOf(workflow))),
			finishWithinMs,
		});
	return {
		targets: {
			copies: targetOf(workflows.copies),
			kill: targetOf(workflows.kill),
			databaseBlocked: targetOf(workflows.databaseBlocked),
		},
		whileDown:
			(kind, index = 0) =>
			async (work) =>
				await cluster.whileDown(kind, index, work),
		blockDatabase: async () => await cluster.postgres.makeReadOnly(),
		async close() {
			await cluster.close();
			await simulator.close();
		},
	};
}
