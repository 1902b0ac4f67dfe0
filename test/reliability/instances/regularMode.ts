import { blockSqlite, sqliteDatabase } from '../../../tools/n8n/database/sqlite';
import type { Installation } from '../../../tools/n8n/install';
import { findTarball } from '../../../tools/pack';
import { fillDisk } from '../../../tools/process/fullDisk';
import { TestEnvironment } from '../../../tools/testEnvironment/testEnvironment';
import { failingWorkflow, triggerWorkflow } from '../../../tools/testEnvironment/triggerWorkflows';
import { webhookIdOf, type Workflow } from '../../../tools/testEnvironment/workflow';
import { TargetWorkflow } from './targetWorkflow';
import { INSPECTOR_ENV, usedHeap } from './usedHeap';

/** N8N_CONCURRENCY_PRODUCTION_LIMIT. It is the number of executions that a kill can interrupt. */
export const CONCURRENCY_LIMIT = 10;

/** More events than any scenario sends, because the copies arrive in random order and long after a restart. */
const REMEMBERED_EVENTS = 12_000;

/** Longer than Smartcar's 15 s, so that a slow machine does not cause retries. */
export const DELIVERY_TIMEOUT_MS = 60_000;

export const N8N_ENV = {
	N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
	// n8n would delete finished executions beyond the 10,000th.
	EXECUTIONS_DATA_PRUNE: 'false',
};

/** Undoes what the call that returned it did. */
export type Undo = () => Promise<void>;

/** Ends an n8n process, runs the work, and starts the process again. */
export type WhileDown = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** An n8n in regular mode with SQLite. */
export interface RegularInstance {
	/** Acknowledges when the event is stored; the workflow does nothing. */
	acknowledgesWhenStored: TargetWorkflow;
	/** Acknowledges when the workflow has finished; the workflow does nothing. */
	acknowledgesWhenFinished: TargetWorkflow;
	/** Acknowledges when the workflow has finished; the workflow fails if the event says so. */
	failsOnRequest: TargetWorkflow;
	/** Kills n8n with SIGKILL meanwhile. */
	whileDown: WhileDown;
	/** Locks the database against writing. */
	blockDatabase: () => Promise<Undo>;
	/** Stops n8n from writing to files, as a full disk does. */
	fillDisk: () => Promise<Undo>;
	/** Bytes of heap in use after a garbage collection. */
	usedHeap: () => Promise<number>;
	isRunning: () => boolean;
	close: () => Promise<void>;
}

/** Starts it. @param finishWithinMs how long n8n may take to finish the executions that it has stored */
export async function startRegularInstance(
	installation: Installation,
	finishWithinMs: number,
): Promise<RegularInstance> {
	const stored = triggerWorkflow('smartcarStored001', {
		options: { rememberedEvents: REMEMBERED_EVENTS },
	});
	const finished = triggerWorkflow('smartcarFinish001', { acknowledge: 'lastNode' });
	const failing = failingWorkflow('smartcarFailing01', { acknowledge: 'lastNode' });
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
	const database = sqliteDatabase(installation, environment.home);
	const target = (workflow: Workflow) =>
		new TargetWorkflow({
			simulator: environment.simulator,
			database,
			workflowId: workflow.id,
			callbackUris: () => [environment.n8n.webhookUrl(webhookIdOf(workflow))],
			finishWithinMs,
		});
	return {
		acknowledgesWhenStored: target(stored),
		acknowledgesWhenFinished: target(finished),
		failsOnRequest: target(failing),
		whileDown: async (work) => await environment.whileDown(work, 'kill'),
		blockDatabase: async () => await blockSqlite(installation, environment.home),
		fillDisk: async () => await fillDisk(environment.n8n.pid),
		usedHeap: async () => await usedHeap(environment.n8n.logFile),
		isRunning: () => environment.n8n.running,
		close: async () => await environment.close(),
	};
}
