import { BoundedMap } from '../../../shared/boundedMap';
import { SharedRequests } from '../shared/sharedRequests';

interface ResponseCacheOptions<T> {
	/** How long to keep a response, in milliseconds. */
	maxAgeMs: number;
	maxEntries: number;
	/** Whether a response is small enough to be kept. */
	isSmall: (response: T) => boolean;
}

/**
 * Keeps responses for some time in the memory of the process. Errors are not kept.
 *
 * The items of one run share one request per key, even with `refresh`.
 */
export class ResponseCache<T> {
	private readonly responses: BoundedMap<T>;

	private readonly requests = new SharedRequests<T>();

	private readonly isSmall: (response: T) => boolean;

	constructor({ maxAgeMs, maxEntries, isSmall }: ResponseCacheOptions<T>) {
		this.responses = new BoundedMap({ maxEntries, maxAgeMs });
		this.isSmall = isSmall;
	}

	/**
	 * Returns the response for a key, from the cache or from a new request.
	 *
	 * @param run an object that identifies the run, such as its execution context
	 * @param refresh whether to ignore responses of earlier runs
	 */
	async get(run: object, key: string, refresh: boolean, request: () => Promise<T>): Promise<T> {
		const kept = refresh ? undefined : this.responses.get(key);
		if (kept !== undefined) return kept;
		return await this.requests.get(run, key, async () => {
			const response = await request();
			if (this.isSmall(response)) this.responses.set(key, response);
			else this.responses.delete(key);
			return response;
		});
	}
}
