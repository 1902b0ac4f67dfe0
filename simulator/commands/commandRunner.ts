import type { FastifyReply, FastifyRequest } from 'fastify';
import { v3ErrorBody } from '../errors/errorBodies';
import { ApiError } from '../errors/apiError';
import type { JsonObject } from '../json';
import { signalStatus } from '../signals/signalStatus';
import type { CommandOutcome, PlannedCommands } from './plannedCommands';

/** A command or a charge schedule request, ready to be performed. */
interface VehicleTask {
	type: 'command-execution' | 'charge-schedule-execution';
	/** Attributes of the execution, without its status. */
	attributes: JsonObject;
	/**
	 * Performs the task and returns what the execution says about the result.
	 * @throws ApiError when the vehicle rejects it
	 */
	perform(): { attributes?: JsonObject; links?: JsonObject };
}

/**
 * Performs tasks and responds with their executions. A test can make the next one slow, and plan
 * how it ends.
 * See docs/contributing/smartcar-api.md#commands.
 */
export class CommandRunner {
	private executionCount = 0;
	private readonly timers = new Set<NodeJS.Timeout>();

	/** @param origin the application, by its client ID, for error bodies */
	constructor(
		private readonly plannedCommands: PlannedCommands,
		private readonly timeScale: number,
		private readonly origin: string,
	) {}

	/**
	 * Responds with 200 and the execution. A slow command gets 202 at once and the body of the same
	 * response later.
	 * @throws ApiError when the vehicle rejects a command that is not slow
	 */
	run(task: VehicleTask, request: FastifyRequest, reply: FastifyReply): FastifyReply {
		const plan = this.plannedCommands.take();
		const startedAt = Date.now();
		if (plan === undefined) return reply.code(200).send(this.perform(task, startedAt));
		const { slowMs, outcome } = plan;
		const { raw } = reply.hijack();
		raw.writeHead(202, { 'content-type': 'application/json; charset=utf-8' });
		raw.flushHeaders();
		const timer = setTimeout(() => {
			this.timers.delete(timer);
			// The service performs a command even when the client has disconnected.
			if (outcome?.kind === 'drop') raw.destroy();
			else raw.end(JSON.stringify(this.slowResponseBody(task, startedAt, request.id, outcome)));
		}, slowMs * this.timeScale);
		this.timers.add(timer);
		return reply;
	}

	/** Cancels the slow commands that are not done. */
	close(): void {
		for (const timer of this.timers) clearTimeout(timer);
		this.timers.clear();
	}

	/** The status 202 is already sent, so an error can only be in the body. */
	private slowResponseBody(
		task: VehicleTask,
		startedAt: number,
		requestId: string,
		outcome?: Exclude<CommandOutcome, { kind: 'drop' }>,
	): JsonObject {
		if (outcome?.kind === 'status')
			return this.executionBody(task, startedAt, { value: outcome.value });
		try {
			if (outcome?.kind === 'errors') throw new ApiError(outcome.type, outcome.code);
			return this.perform(task, startedAt);
		} catch (error) {
			if (!(error instanceof ApiError)) throw error;
			return v3ErrorBody(error, requestId, this.origin);
		}
	}

	private perform(task: VehicleTask, startedAt: number): JsonObject {
		return this.executionBody(task, startedAt, signalStatus(null), task.perform());
	}

	private executionBody(
		{ type, attributes }: VehicleTask,
		startedAt: number,
		status: JsonObject,
		result: ReturnType<VehicleTask['perform']> = {},
	): JsonObject {
		this.executionCount++;
		const completedAt = Date.now();
		return {
			data: {
				id: `exec_${String(this.executionCount).padStart(10, '0')}`,
				type,
				attributes: { ...attributes, status, executionMode: 'sync', ...result.attributes },
				links: result.links,
				meta: {
					executedAt: new Date(startedAt).toISOString(),
					completedAt: new Date(completedAt).toISOString(),
					durationInSeconds: Math.round((completedAt - startedAt) / 1000),
				},
			},
		};
	}
}
