import type { FastifyInstance, FastifyRequest } from 'fastify';

/** One request to the simulator, with the outcome. */
export interface RequestLogEntry {
	/** When the request arrived, Unix ms. */
	at: number;
	method: string;
	/** Path with query, as sent. */
	path: string;
	/** All request headers, names in lower case. */
	headers: Record<string, string | undefined>;
	/** The parsed body. Undefined if there is none, it is `null` or it cannot be parsed. */
	body: unknown;
	/** How many requests the simulator was handling when this one arrived, this one included. */
	concurrentRequests: number;
	/** Null until the response is sent. It stays null when the connection is dropped. */
	status: number | null;
}

type Listener = (entry: RequestLogEntry) => void;

/** Records every request, in order of arrival. */
export class RequestLog {
	readonly entries: RequestLogEntry[] = [];
	private readonly unanswered = new Set<FastifyRequest>();
	private readonly byRequest = new WeakMap<FastifyRequest, RequestLogEntry>();
	private readonly listeners = new Set<Listener>();

	/** Calls the listener after each response. */
	onResponse(listener: Listener): void {
		this.listeners.add(listener);
	}

	/** Adds the hooks that record the requests of a server. */
	install(app: FastifyInstance): void {
		app.addHook('onRequest', async (request, reply) => {
			this.unanswered.add(request);
			// Without a response, when the connection is dropped.
			reply.raw.once('close', () => this.unanswered.delete(request));
			const headers = Object.fromEntries(
				Object.entries(request.headers).map(([name, value]) => [
					name,
					Array.isArray(value) ? value.join(', ') : value,
				]),
			);
			const { method, url: path } = request;
			const entry = {
				at: Date.now(),
				method,
				path,
				headers,
				body: undefined,
				concurrentRequests: this.unanswered.size,
				status: null,
			};
			this.entries.push(entry);
			this.byRequest.set(request, entry);
		});
		app.addHook('preHandler', async (request) => {
			const entry = this.byRequest.get(request);
			if (entry !== undefined) entry.body = request.body ?? undefined;
		});
		// Before the response is sent, since the client may then send its next request at once.
		app.addHook('onSend', async (request) => {
			this.unanswered.delete(request);
		});
		app.addHook('onResponse', async (request, reply) => {
			const entry = this.byRequest.get(request);
			if (entry === undefined) return;
			entry.status = reply.statusCode;
			for (const listener of this.listeners) listener(entry);
		});
	}
}
