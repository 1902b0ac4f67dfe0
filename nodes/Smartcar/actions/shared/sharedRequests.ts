import { getOrCreate } from '../../../shared/getOrCreate';

/**
 * Shares requests among the items of a run. If a request fails, all items that wait for it fail,
 * and the next item that needs it sends it again.
 */
export class SharedRequests<T> {
	private readonly requestsByRun = new WeakMap<object, Map<string, Promise<T>>>();

	/**
	 * Returns the response for a key: from this run, or from a new request.
	 *
	 * @param run an object that the items of a run share and those of other runs do not: its limiter
	 */
	async get(run: object, key: string, request: () => Promise<T>): Promise<T> {
		const requests = getOrCreate(this.requestsByRun, run, (): Map<string, Promise<T>> => new Map());
		const existing = requests.get(key);
		if (existing !== undefined) return await existing;
		const response = request();
		requests.set(key, response);
		response.catch(() => requests.delete(key));
		return await response;
	}
}
