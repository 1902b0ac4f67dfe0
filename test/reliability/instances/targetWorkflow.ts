import pWaitFor from 'p-wait-for';
import type { Simulator } from '../../../simulator/simulator';
import type { Database } from '../../../tools/n8n/database/database';
import {
	readExecutions,
	readLastId,
	readUnfinishedIds,
	type StoredExecution,
} from '../storedExecutions';

const POLL_MS = 500;

/**
 * How long nothing may change before executions that a kill interrupted count as never finishing.
 */
const UNCHANGED_MS = 3_000;

interface TargetWorkflowOptions {
	simulator: Simulator;
	database: Database;
	workflowId: string;
	/**
	 * The trigger's production URL in each process that receives webhooks. A restart may change them.
	 */
	callbackUris: () => string[];
	/** How long n8n may take to finish all stored executions. */
	finishWithinMs: number;
}

/**
 * A workflow with a Smartcar Trigger in a real n8n. A scenario sends it events and checks its
 * executions.
 */
export class TargetWorkflow {
	readonly simulator: Simulator;

	constructor(private readonly options: TargetWorkflowOptions) {
		this.simulator = options.simulator;
	}

	callbackUris(): string[] {
		return this.options.callbackUris();
	}

	/** The production URL in the first process that receives webhooks. */
	callbackUri(): string {
		const [first] = this.callbackUris();
		if (first === undefined) throw new Error('No process receives webhooks');
		return first;
	}

	/**
	 * The executions that n8n has stored by now, finished or not, oldest first.
	 * @param afterId only executions after this one
	 */
	async executions(afterId?: number): Promise<StoredExecution[]> {
		return await readExecutions(this.options.database, this.options.workflowId, 'all', afterId);
	}

	/** The ID of the newest execution of n8n, or 0 if there is none. */
	async lastExecutionId(): Promise<number> {
		return await readLastId(this.options.database);
	}

	/** The executions that n8n has not finished by now, oldest first. */
	async unfinishedExecutions(): Promise<StoredExecution[]> {
		return await readExecutions(this.options.database, this.options.workflowId, 'unfinished');
	}

	/** Waits until every execution has finished. @throws TimeoutError after `finishWithinMs` */
	async waitUntilIdle(): Promise<void> {
		const { database, workflowId, finishWithinMs } = this.options;
		const isIdle = async () => (await readUnfinishedIds(database, workflowId)).length === 0;
		await pWaitFor(isIdle, { interval: POLL_MS, timeout: finishWithinMs });
	}

	/**
	 * Waits until every execution has finished, and returns all of them, oldest first.
	 * @param interrupted executions that were unfinished when a process was killed. n8n marks most of
	 * them as crashed or failed, but leaves some unfinished forever. Stops waiting for these when
	 * nothing has changed for UNCHANGED_MS.
	 * @throws TimeoutError after `finishWithinMs`
	 */
	async waitForFinishedExecutions(
		interrupted: readonly StoredExecution[] = [],
	): Promise<StoredExecution[]> {
		const { database, workflowId, finishWithinMs } = this.options;
		const interruptedIds = new Set(interrupted.map(({ id }) => id));
		let previousIds = '';
		let changedAt = Date.now();
		const canStopWaiting = async () => {
			const unfinishedIds = await readUnfinishedIds(database, workflowId);
			if (unfinishedIds.length === 0) return true;
			if (unfinishedIds.join() !== previousIds) changedAt = Date.now();
			previousIds = unfinishedIds.join();
			const onlyInterrupted = unfinishedIds.every((id) => interruptedIds.has(id));
			return onlyInterrupted && Date.now() - changedAt > UNCHANGED_MS;
		};
		await pWaitFor(canStopWaiting, { interval: POLL_MS, timeout: finishWithinMs });
		return await this.executions();
	}
}
