import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorType } from '../errors/errorTypes';
import { ApiError } from '../errors/apiError';
import type { JsonValue } from '../json';
import { type ListDefect, malformedList } from './malformedLists';

/** A defect of one response. */
export type Fault =
	/** Exactly this response. */
	| { kind: 'response'; status: number; body?: JsonValue | string }
	/** An error of the service, in the format of the host. */
	| { kind: 'error'; type: ErrorType; code: string | null; headers?: Record<string, string> }
	/** An HTML page, as a gateway or a captive portal sends. */
	| { kind: 'html'; status: number }
	/** The real response, cut off in the middle of its JSON. */
	| { kind: 'truncated' }
	/** The real response without its body. */
	| { kind: 'empty' }
	/** The real response of a list, with a defect in it. */
	| { kind: 'malformedList'; defect: ListDefect }
	/** The connection is closed without a response. */
	| { kind: 'drop' };

/** The requests that a fault applies to. */
interface FaultRoute {
	/** Default: any method. */
	method?: string;
	/** The end of the path without its query, or a pattern for the path with its query. */
	path: string | RegExp;
}

interface PlannedFault {
	route: FaultRoute;
	fault: Fault;
	remaining: number;
}

/**
 * Faults that a test plans. Several faults for one route apply in the order in which they were
 * planned.
 */
export class Faults {
	private planned: PlannedFault[] = [];
	private readonly bodyCuts = new WeakMap<FastifyRequest, 'truncated' | 'empty'>();
	private readonly listDefects = new WeakMap<FastifyRequest, ListDefect>();

	/** Plans a fault for the next `times` requests of a route; Infinity plans it until `clear`. */
	plan(route: FaultRoute, fault: Fault, times = 1): void {
		this.planned.push({ route, fault, remaining: times });
	}

	/** Removes all planned faults. */
	clear(): void {
		this.planned = [];
	}

	/** Number of planned faults that have not happened yet. */
	get pending(): number {
		return this.planned.reduce((sum, { remaining }) => sum + remaining, 0);
	}

	/** Adds the hooks that apply planned faults to every route of the server. */
	install(app: FastifyInstance): void {
		app.addHook('preHandler', async (request, reply) => {
			const fault = this.take(request);
			return fault === undefined ? undefined : await this.apply(fault, request, reply);
		});
		app.addHook('preSerialization', async (request, _reply, payload) => {
			const defect = this.listDefects.get(request);
			// Remove the defect before it is applied: if `malformedList` throws, the error response runs
			// this hook again.
			this.listDefects.delete(request);
			return defect === undefined ? payload : malformedList(payload, defect);
		});
		app.addHook('onSend', async (request, _reply, payload) => {
			const cut = this.bodyCuts.get(request);
			if (cut === undefined || typeof payload !== 'string') return payload;
			return cut === 'empty' ? '' : payload.slice(0, Math.floor(payload.length / 2));
		});
	}

	private take(request: FastifyRequest): Fault | undefined {
		const planned = this.planned.find(
			({ route, remaining }) => remaining > 0 && matches(route, request),
		);
		if (planned === undefined) return undefined;
		planned.remaining--;
		return planned.fault;
	}

	private async apply(
		fault: Fault,
		request: FastifyRequest,
		reply: FastifyReply,
	): Promise<unknown> {
		switch (fault.kind) {
			case 'response':
				return await reply.code(fault.status).send(fault.body);
			case 'error':
				throw new ApiError(fault.type, fault.code, { headers: fault.headers });
			case 'html':
				return await reply
					.code(fault.status)
					.type('text/html; charset=utf-8')
					.send(
						`<!DOCTYPE html><html><head><title>${fault.status}</title></head><body>Gateway</body></html>`,
					);
			case 'truncated':
			case 'empty':
				this.bodyCuts.set(request, fault.kind);
				return undefined;
			case 'malformedList':
				this.listDefects.set(request, fault.defect);
				return undefined;
			case 'drop':
				reply.hijack();
				request.raw.socket.destroy();
				return reply;
		}
	}
}

function matches(route: FaultRoute, request: FastifyRequest): boolean {
	if (route.method !== undefined && route.method !== request.method) return false;
	// Not test(): with the flag g it continues after the match in the request before.
	if (typeof route.path !== 'string') return request.url.search(route.path) !== -1;
	const [path = ''] = request.url.split('?');
	return path.endsWith(route.path);
}
