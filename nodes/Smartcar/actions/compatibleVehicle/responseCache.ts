import { BoundedMap } from '../../../shared/boundedMap';

/**
 * Keeps responses for some time in the memory of the process. Errors are not kept.
 *
 * The items of one run share one request per key, also with `refresh`.
 */
export class ResponseCache<T> {
	private readonly responses: BoundedMap<T>;

	private readonly requestsByRun = new WeakMap<object, Map<string, Promise<T>>>();

	/** @param maxAgeMs how long to keep a response, in milliseconds */
	constructor(maxAgeMs: number, maxEntries: number) {
		this.responses = new BoundedMap({ maxEntries, maxAgeMs });
	}

	/**
	 * Returns the response for a key: from an earlier run unless `refresh` is set, from this run, or
	 * from a new request.
	 *
	 * @param run an object that stands for the run, such as its execution context
	 */
	async get(run: object, key: string, refresh: boolean, request: () => Promise<T>): Promise<T> {
		const kept = refresh ? undefined : this.responses.get(key);
		if (kept !== undefined) return kept;
		const requests = this.requestsByRun.get(run) ?? new Map<string, Promise<T>>();
		this.requestsByRun.set(run, requests);
		const existing = requests.get(key);
		if (existing !== undefined) return await existing;
		const response = this.requestAndKeep(key, request);
		requests.set(key, response);
		// A failed request is not shared: the next item sends it again.
		response.catch(() => requests.delete(key));
		return await response;
	}

	private async requestAndKeep(key: string, request: () => Promise<T>): Promise<T> {
		const response = await request();
		this.responses.set(key, response);
		return response;
	}
}
