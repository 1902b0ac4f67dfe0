import pWaitFor from 'p-wait-for';
import type { Simulator } from '../../../simulator/simulator';
import type { Database } from '../../../tools/n8n/database/database';
import { readExecutions, readUnfinishedIds, type StoredExecution } from '../storedExecutions';

const POLL_MS = 500;
const UNCHANGED_MS = 3_000;

export interface TargetWorkflowOptions {
	simulator: Simulator;
	database: Database;
	workflowId: string;
	/** The production URLs of the trigger, one for each process that takes webhooks. They may change with a restart. */
	callbackUris: () => string[];
	/** How long n8n may take to finish the executions that it has stored. */
	finishWithinMs: number;
}

/** The workflow of a real n8n that a scenario sends its events to. */
export class TargetWorkflow {
	readonly simulator: Simulator;

	constructor(private readonly options: TargetWorkflowOptions) {
		this.simulator = options.simulator;
	}

	callbackUris(): string[] {
		return this.options.callbackUris();
	}

	/** The only callback URI, or the first of several. */
	callbackUri(): string {
		const [first] = this.callbackUris();
		if (first === undefined) throw new Error('No process takes webhooks');
		return first;
	}

	/** All executions as they are now, oldest first. */
	async executions(): Promise<StoredExecution[]> {
		return await readExecutions(this.options.database, this.options.workflowId, 'all');
	}

	async unfinishedExecutions(): Promise<StoredExecution[]> {
		return await readExecutions(this.options.database, this.options.workflowId, 'unfinished');
	}

	/**
	 * Waits until every execution has finished, and returns all of them, oldest first.
	 * @param interrupted executions that were unfinished when a process was killed. n8n marks most of them as crashed or
	 * failed, but leaves some unfinished for good. Those are only waited for until nothing has changed for 3 seconds.
	 * @throws TimeoutError after `finishWithinMs`
	 */
	async finishedExecutions(
		interrupted: readonly StoredExecution[] = [],
	): Promise<StoredExecution[]> {
		const { database, workflowId, finishWithinMs } = this.options;
		const interruptedIds = new Set(interrupted.map(({ id }) => id));
		let lastUnfinished = '';
		let changedAt = Date.now();
		const isFinished = async () => {
			const unfinished = await readUnfinishedIds(database, workflowId);
			if (unfinished.length === 0) return true;
			if (unfinished.join() !== lastUnfinished) changedAt = Date.now();
			lastUnfinished = unfinished.join();
			const onlyInterrupted = unfinished.every((id) => interruptedIds.has(id));
			return onlyInterrupted && Date.now() - changedAt > UNCHANGED_MS;
		};
		await pWaitFor(isFinished, { interval: POLL_MS, timeout: finishWithinMs });
		return await this.executions();
	}
}
