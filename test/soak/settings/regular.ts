import { blockSqlite, sqliteDatabase } from '../../../tools/n8n/database/sqlite';
import type { Installation } from '../../../tools/n8n/install';
import { fillDisk } from '../../../tools/process/fullDisk';
import { findTarball } from '../../../tools/pack';
import { webhookIdOf, type Workflow } from '../../../tools/testEnvironment/examples';
import { Scene } from '../../../tools/testEnvironment/scene';
import { HEAP_ENV, usedHeap } from '../fuzz/heap';
import type { Subject } from '../subject';
import { plainWorkflow, workflowThatMayFail } from '../workflows';

/** N8N_CONCURRENCY_PRODUCTION_LIMIT, which bounds what a kill can leave unfinished. */
export const CONCURRENCY_LIMIT = 10;

/** More than any test here sends, whose copies come in any order and long after a restart. */
const MOST_EVENTS = 12_000;

/** As long as the busiest machine needs; the service itself waits 15 s and sends again. */
export const DELIVERY_TIMEOUT_MS = 60_000;

export const ENV = {
	N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
	// Else n8n removes finished executions from the ten-thousandth on.
	EXECUTIONS_DATA_PRUNE: 'false',
};

/** An n8n with SQLite, and what can be done to it. */
export interface Regular {
	/** Acknowledges when stored, and does nothing. */
	stored: Subject;
	/** Acknowledges when the workflow has finished. */
	finished: Subject;
	/** The same, and fails when an event says so. */
	failing: Subject;
	whileDown: <Result>(work: () => Promise<Result>) => Promise<Result>;
	/** Locks the database; what it returns ends that. */
	block: () => Promise<() => Promise<void>>;
	/** Fills the disk, for n8n; what it returns ends that. */
	fill: () => Promise<() => Promise<void>>;
	usedHeap: () => Promise<number>;
	isRunning: () => boolean;
	close: () => Promise<void>;
}

/** Starts it. @param settleWithinMs how long it may take to finish what it has accepted */
export async function startRegular(
	installation: Installation,
	settleWithinMs: number,
): Promise<Regular> {
	const stored = plainWorkflow('smartcarStored001', { options: { rememberedEvents: MOST_EVENTS } });
	const finished = plainWorkflow('smartcarFinish001', { acknowledge: 'lastNode' });
	const failing = workflowThatMayFail('smartcarFailing01', { acknowledge: 'lastNode' });
	const scene = await Scene.start({
		installation,
		tarball: await findTarball(),
		workflows: [stored, finished, failing],
		simulator: { deliveryTimeoutMs: DELIVERY_TIMEOUT_MS },
		env: { ...ENV, ...HEAP_ENV, N8N_CONCURRENCY_PRODUCTION_LIMIT: String(CONCURRENCY_LIMIT) },
	});
	const database = sqliteDatabase(installation, scene.home);
	const about = (workflow: Workflow): Subject => ({
		simulator: scene.simulator,
		database,
		workflowId: workflow.id,
		address: () => scene.n8n.webhookUrl(webhookIdOf(workflow)),
		settleWithinMs,
	});
	return {
		stored: about(stored),
		finished: about(finished),
		failing: about(failing),
		whileDown: async (work) => await scene.whileDown(work, 'kill'),
		block: async () => await blockSqlite(installation, scene.home),
		fill: async () => await fillDisk(scene.n8n.pid),
		usedHeap: async () => await usedHeap(scene.n8n.logFile),
		isRunning: () => scene.n8n.running,
		close: async () => await scene.close(),
	};
}
