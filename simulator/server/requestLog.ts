import type { FastifyInstance, FastifyRequest } from 'fastify';

/** One request to the simulator. */
export interface RequestLogEntry {
	/** Unix ms of its arrival. */
	at: number;
	method: string;
	/** Path with query, as sent. */
	path: string;
	/** All request headers, names in lower case. */
	headers: Record<string, string | undefined>;
	/** The parsed body; undefined when there was none. */
	body: unknown;
	/** Null until the answer went out, and for good when the connection was dropped. */
	status: number | null;
	/** Unix ms of the answer's end; null as long as `status` is. */
	answeredAt: number | null;
	/** The answer's `retry-after`, as sent. */
	retryAfter: string | null;
}

type Listener = (entry: RequestLogEntry) => void;

/** Requests in order of their arrival. */
export class RequestLog {
	readonly entries: RequestLogEntry[] = [];
	private readonly byRequest = new WeakMap<FastifyRequest, RequestLogEntry>();
	private readonly listeners = new Set<Listener>();

	/** Tells of each request once it has been answered. */
	onAnswer(listener: Listener): void {
		this.listeners.add(listener);
	}

	/** Records every request of the server. */
	install(app: FastifyInstance): void {
		app.addHook('onRequest', async (request) => {
			const headers = Object.fromEntries(
				Object.entries(request.headers).map(([name, value]) => [
					name,
					Array.isArray(value) ? value.join(', ') : value,
				]),
			);
			const { method, url: path } = request;
			const answer = { status: null, answeredAt: null, retryAfter: null };
			const entry = { at: Date.now(), method, path, headers, body: undefined, ...answer };
			this.entries.push(entry);
			this.byRequest.set(request, entry);
		});
		app.addHook('preHandler', async (request) => {
			const entry = this.byRequest.get(request);
			if (entry !== undefined) entry.body = request.body ?? undefined;
		});
		app.addHook('onResponse', async (request, reply) => {
			const entry = this.byRequest.get(request);
			if (entry === undefined) return;
			const retryAfter = reply.getHeader('retry-after');
			entry.status = reply.statusCode;
			entry.answeredAt = Date.now();
			entry.retryAfter = retryAfter === undefined ? null : String(retryAfter);
			for (const listener of this.listeners) listener(entry);
		});
	}
}
