import type { FastifyReply, FastifyRequest } from 'fastify';
import { managementErrorBody } from '../errors/errorBodies';
import { ServiceError } from '../errors/serviceError';
import type { Vehicle } from '../fleet/types';
import type { JsonObject } from '../json';
import { statusOf } from '../signals/status';
import type { CommandScripts, ScriptedOutcome } from './plannedCommands';

/** Something a vehicle is asked to do. */
export interface Work {
	vehicle: Vehicle;
	type: 'command-execution' | 'charge-schedule-execution';
	/** What the execution says of itself besides its status. */
	attributes: JsonObject;
	/**
	 * Does it, and gives what only then is known.
	 * @throws ServiceError when the car refuses
	 */
	perform(): { attributes?: JsonObject; links?: JsonObject };
}

/** Carries out commands and answers with their executions, as a script says or as the car does. */
export class Executions {
	private made = 0;
	private readonly slow = new Set<NodeJS.Timeout>();

	/** @param origin the application, which error documents name */
	constructor(
		private readonly scripts: CommandScripts,
		private readonly timeScale: number,
		private readonly origin: string,
	) {}

	/**
	 * Answers 200 with the execution, or 202 at once and its body later.
	 * @throws ServiceError when the car refuses a command that is not slow
	 */
	answer(work: Work, request: FastifyRequest, reply: FastifyReply): FastifyReply {
		const { slowMs, outcome } = this.scripts.take(work.vehicle);
		const startedAt = Date.now();
		if (slowMs === undefined && outcome?.kind !== 'drop') {
			return reply.code(200).send(this.outcomeOf(work, startedAt, request.id, outcome));
		}
		const { raw } = reply.hijack();
		raw.writeHead(slowMs === undefined ? 200 : 202, {
			'content-type': 'application/json; charset=utf-8',
		});
		raw.flushHeaders();
		const timer = setTimeout(
			() => {
				this.slow.delete(timer);
				// The service carries a command out even when nobody listens any longer.
				const text = JSON.stringify(this.slowOutcomeOf(work, startedAt, request.id, outcome));
				if (outcome?.kind === 'drop') raw.destroy();
				else raw.end(text);
			},
			(slowMs ?? 0) * this.timeScale,
		);
		this.slow.add(timer);
		return reply;
	}

	/** Forgets commands that still run. */
	close(): void {
		for (const timer of this.slow) clearTimeout(timer);
		this.slow.clear();
	}

	private slowOutcomeOf(
		work: Work,
		startedAt: number,
		requestId: string,
		outcome?: ScriptedOutcome,
	): JsonObject {
		try {
			return this.outcomeOf(work, startedAt, requestId, outcome);
		} catch (error) {
			if (!(error instanceof ServiceError)) throw error;
			return managementErrorBody(error, requestId, this.origin);
		}
	}

	private outcomeOf(
		work: Work,
		startedAt: number,
		requestId: string,
		outcome?: ScriptedOutcome,
	): JsonObject {
		switch (outcome?.kind) {
			case 'errors': {
				const { type, code, status } = outcome;
				const error = new ServiceError(type, code, status === undefined ? {} : { status });
				return managementErrorBody(error, requestId, this.origin);
			}
			case 'status': {
				const { value, error } = outcome;
				return this.document(
					work,
					startedAt,
					error === undefined ? { value } : { ...statusOf(error), value },
				);
			}
			case 'drop':
				return {};
			case undefined:
				return this.document(work, startedAt, statusOf(null), work.perform());
		}
	}

	private document(
		{ type, attributes }: Work,
		startedAt: number,
		status: JsonObject,
		done: ReturnType<Work['perform']> = {},
	): JsonObject {
		this.made++;
		const completedAt = Date.now();
		return {
			data: {
				id: `exec_${String(this.made).padStart(10, '0')}`,
				type,
				attributes: { ...attributes, status, executionMode: 'sync', ...done.attributes },
				links: done.links,
				meta: {
					executedAt: new Date(startedAt).toISOString(),
					completedAt: new Date(completedAt).toISOString(),
					durationInSeconds: Math.round((completedAt - startedAt) / 1000),
				},
			},
		};
	}
}
