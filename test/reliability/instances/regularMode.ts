import { lockSqlite, sqliteDatabase } from '../../../tools/n8n/database/sqlite';
import type { N8nInstallation } from '../../../tools/n8n/install';
import { findTarball } from '../../../tools/pack';
import { TestEnvironment } from '../../../tools/testEnvironment/testEnvironment';
import { webhookIdOf, type Workflow } from '../../../tools/testEnvironment/workflow';
import { DELIVERY_TIMEOUT_MS } from '../../support/deliveryTimeout';
import { failingWorkflow, triggerWorkflow } from '../../support/triggerWorkflows';
import { simulateFullDisk } from './fullDisk';
import { TargetWorkflow } from './targetWorkflow';
import { INSPECTOR_ENV, usedHeap } from './usedHeap';

/** N8N_CONCURRENCY_PRODUCTION_LIMIT of n8n. A kill can interrupt at most this many executions. */
export const CONCURRENCY_LIMIT = 10;

/**
 * The trigger's *Events Remembered Across Restarts*: more than a scenario sends, because a copy can
 * arrive long after its event and after a restart.
 */
const REMEMBERED_EVENTS = 12_000;

export const N8N_ENV = {
	N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
	// n8n would delete finished executions beyond the 10,000th.
	EXECUTIONS_DATA_PRUNE: 'false',
};

/**
 * Undoes the change that was made by the function that returned it. For example, it unlocks the
 * database.
 */
export type Undo = () => Promise<void>;

/** Kills an n8n process with SIGKILL, runs the work, and starts the process again. */
export type WhileDown = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** An n8n in regular mode with SQLite. */
export interface RegularInstance {
	/**
	 * Responds when the event is stored. The workflow only has the trigger and a node that does
	 * nothing.
	 */
	acknowledgesWhenStored: TargetWorkflow;
	/** The same workflow. Responds when it has finished. */
	acknowledgesWhenFinished: TargetWorkflow;
	/**
	 * Responds when the workflow has finished. The workflow fails if the event has `data.shouldFail`.
	 */
	failsOnRequest: TargetWorkflow;
	whileDown: WhileDown;
	/** Locks the SQLite database, so that n8n cannot write to it. */
	blockDatabase: () => Promise<Undo>;
	/** Makes n8n's writes to files fail, as on a full disk. */
	fillDisk: () => Promise<Undo>;
	/** Bytes of n8n's heap that are in use after a garbage collection. */
	usedHeap: () => Promise<number>;
	/** Whether the n8n process runs. */
	isRunning: () => boolean;
	close: () => Promise<void>;
}

/**
 * Starts n8n and the simulator.
 * @param finishWithinMs how long n8n may take to finish all stored executions
 */
export async function startRegularInstance(
	installation: N8nInstallation,
	finishWithinMs: number,
): Promise<RegularInstance> {
	const stored = triggerWorkflow('smartcarStored001', {
		options: { rememberedEvents: REMEMBERED_EVENTS },
	});
	const finished = triggerWorkflow('smartcarFinish001', { options: { acknowledge: 'lastNode' } });
	const failing = failingWorkflow('smartcarFailing01', { options: { acknowledge: 'lastNode' } });
	const environment = await TestEnvironment.start({
		installation,
		tarball: await findTarball(),
		workflows: [stored, finished, failing],
		simulator: { deliveryTimeoutMs: DELIVERY_TIMEOUT_MS },
		env: {
			...N8N_ENV,
			...INSPECTOR_ENV,
			N8N_CONCURRENCY_PRODUCTION_LIMIT: String(CONCURRENCY_LIMIT),
		},
	});
	const database = sqliteDatabase(installation, environment.userFolder);
	const targetOf = (workflow: Workflow) =>
		new TargetWorkflow({
			simulator: environment.simulator,
			database,
			workflowId: workflow.id,
			callbackUris: () => [environment.n8n.webhookUrl(webhookIdOf(workflow))],
			finishWithinMs,
		});
	return {
		acknowledgesWhenStored: targetOf(stored),
		acknowledgesWhenFinished: targetOf(finished),
		failsOnRequest: targetOf(failing),
		whileDown: async (work) => await environment.whileDown(work),
		blockDatabase: async () => await lockSqlite(installation, environment.userFolder),
		fillDisk: async () => await simulateFullDisk(environment.n8n.pid),
		usedHeap: async () => await usedHeap(environment.n8n.logFile),
		isRunning: () => environment.n8n.running,
		close: async () => await environment.close(),
	};
}
