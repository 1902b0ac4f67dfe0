import type { Installation } from '../../../tools/n8n/install';
import { findBinaries } from '../../../tools/n8n/queue/binaries';
import { Cluster } from '../../../tools/n8n/queue/cluster';
import type { MemberKind } from '../../../tools/n8n/queue/member';
import { findTarball } from '../../../tools/pack';
import { APPLICATION, credentialsFor } from '../../../tools/testEnvironment/credentials';
import { webhookIdOf, type Workflow } from '../../../tools/testEnvironment/examples';
import { startSimulator } from '../../../simulator/simulator';
import type { Subject } from '../subject';
import { plainWorkflow } from '../workflows';
import { DELIVERY_TIMEOUT_MS, ENV } from './regular';

/** How many executions a worker runs at once (n8n's default), which bounds what a kill can leave unfinished. */
export const WORKER_CONCURRENCY = 10;

/** A workflow in queue mode: it has an address on each webhook processor. */
export interface QueueSubject extends Subject {
	addresses: () => string[];
}

/** An n8n with PostgreSQL, Redis, two webhook processors and a worker, and what can be done to it. */
export interface Queue {
	/** Workflows that do nothing, one for each test, so that what one leaves behind does not disturb the next. */
	subjects: { copied: QueueSubject; killed: QueueSubject; refused: QueueSubject };
	whileDown: (kind: MemberKind) => <Result>(work: () => Promise<Result>) => Promise<Result>;
	block: () => Promise<() => Promise<void>>;
	close: () => Promise<void>;
}

/** Starts it. @throws Error that says what to install when PostgreSQL or Redis is missing */
export async function startQueue(
	installation: Installation,
	settleWithinMs: number,
): Promise<Queue> {
	const binaries = await findBinaries();
	if ('missing' in binaries) throw new Error(binaries.missing);
	const workflows = {
		copied: plainWorkflow('smartcarCopied001'),
		killed: plainWorkflow('smartcarKilled001'),
		refused: plainWorkflow('smartcarRefused01'),
	};
	const simulator = await startSimulator({
		...APPLICATION,
		deliveryTimeoutMs: DELIVERY_TIMEOUT_MS,
	});
	const cluster = await Cluster.start({
		installation,
		binaries: binaries.found,
		tarball: await findTarball(),
		credentials: credentialsFor(simulator),
		workflows: Object.values(workflows),
		members: { webhook: 2, worker: 1 },
		env: ENV,
	}).catch(async (error: unknown) => {
		await simulator.close();
		throw error;
	});
	const about = (workflow: Workflow): QueueSubject => {
		const addresses = () =>
			cluster.members('webhook').map((one) => one.webhookUrl(webhookIdOf(workflow)));
		return {
			simulator,
			database: cluster.postgres,
			workflowId: workflow.id,
			address: () => addresses()[0] ?? '',
			addresses,
			settleWithinMs,
		};
	};
	return {
		subjects: {
			copied: about(workflows.copied),
			killed: about(workflows.killed),
			refused: about(workflows.refused),
		},
		whileDown: (kind) => async (work) => await cluster.whileDown(kind, work),
		block: async () => await cluster.postgres.block(),
		async close() {
			await cluster.close();
			await simulator.close();
		},
	};
}
