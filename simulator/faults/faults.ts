import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorType } from '../errors/errorTypes';
import { ServiceError } from '../errors/serviceError';
import type { JsonValue } from '../json';
import { type ListLie, tellLie } from './malformedLists';

/** What goes wrong with one answer. */
export type Fault =
	/** Any answer at all. */
	| { kind: 'answer'; status: number; body?: JsonValue | string; headers?: Record<string, string> }
	/** An error of the service, in the format of the host that is asked. */
	| {
			kind: 'error';
			type: ErrorType;
			code: string | null;
			status?: number;
			headers?: Record<string, string>;
	  }
	/** A page of a gateway or captive portal. */
	| { kind: 'html'; status: number }
	/** The real answer, cut in the middle of its JSON. */
	| { kind: 'truncated' }
	/** The real answer without its body. */
	| { kind: 'empty' }
	/** The real answer of a list with something wrong in it; `times` Infinity makes every page lie. */
	| { kind: 'lie'; lie: ListLie }
	/** The connection ends without an answer. */
	| { kind: 'drop' }
	/** The real answer, late. */
	| { kind: 'delay'; ms: number };

/** Which requests a fault meets. */
export interface FaultRoute {
	/** Any method when left out. */
	method?: string;
	/** The end of the path (without query), or a pattern for the path with query. */
	path: string | RegExp;
}

interface PlannedFault {
	route: FaultRoute;
	fault: Fault;
	left: number;
}

/** Faults on request: each meets the next N requests of its route; several for one route go in order. */
export class Faults {
	private planned: PlannedFault[] = [];
	private readonly shortened = new WeakMap<FastifyRequest, 'truncated' | 'empty'>();
	private readonly lies = new WeakMap<FastifyRequest, ListLie>();

	/** Makes the next `times` answers of a route go wrong. */
	next(route: FaultRoute, fault: Fault, times = 1): void {
		this.planned.push({ route, fault, left: times });
	}

	/** Forgets what is planned. */
	clear(): void {
		this.planned = [];
	}

	/** How many answers are still to go wrong. */
	get pending(): number {
		return this.planned.reduce((sum, { left }) => sum + left, 0);
	}

	/** Puts the faults before every route of the server. */
	install(app: FastifyInstance): void {
		app.addHook('preHandler', async (request, reply) => {
			const fault = this.take(request);
			return fault === undefined ? undefined : await this.apply(fault, request, reply);
		});
		app.addHook('preSerialization', async (request, _reply, payload) => {
			const lie = this.lies.get(request);
			// Taken, so that the answer about a lie that cannot be told is not asked for it again.
			this.lies.delete(request);
			return lie === undefined ? payload : tellLie(lie, payload);
		});
		app.addHook('onSend', async (request, _reply, payload) => {
			const how = this.shortened.get(request);
			if (how === undefined || typeof payload !== 'string') return payload;
			return how === 'empty' ? '' : payload.slice(0, Math.floor(payload.length / 2));
		});
	}

	private take(request: FastifyRequest): Fault | undefined {
		const planned = this.planned.find(({ route, left }) => left > 0 && meets(route, request));
		if (planned === undefined) return undefined;
		planned.left--;
		return planned.fault;
	}

	private async apply(
		fault: Fault,
		request: FastifyRequest,
		reply: FastifyReply,
	): Promise<unknown> {
		switch (fault.kind) {
			case 'answer':
				return await reply
					.code(fault.status)
					.headers(fault.headers ?? {})
					.send(fault.body);
			case 'error': {
				const { type, code, status, headers } = fault;
				throw new ServiceError(type, code, {
					...(status === undefined ? {} : { status }),
					headers: headers ?? {},
				});
			}
			case 'html':
				return await reply
					.code(fault.status)
					.type('text/html; charset=utf-8')
					.send(
						`<!DOCTYPE html><html><head><title>${fault.status}</title></head><body>Gateway</body></html>`,
					);
			case 'truncated':
			case 'empty':
				this.shortened.set(request, fault.kind);
				return undefined;
			case 'lie':
				this.lies.set(request, fault.lie);
				return undefined;
			case 'drop':
				reply.hijack();
				request.raw.socket.destroy();
				return reply;
			case 'delay':
				await wait(fault.ms, undefined, { ref: false });
				return undefined;
		}
	}
}

function meets(route: FaultRoute, request: FastifyRequest): boolean {
	if (route.method !== undefined && route.method !== request.method) return false;
	if (typeof route.path !== 'string') return route.path.test(request.url);
	const [path = ''] = request.url.split('?');
	return path.endsWith(route.path);
}
