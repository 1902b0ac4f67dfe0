import type { IHttpRequestOptions } from 'n8n-workflow';

const DEPARTURE = Symbol('departure');

interface DepartingOptions extends IHttpRequestOptions {
	[DEPARTURE]: () => Promise<void>;
}

/**
 * Request options that make the request wait once more when all is ready. Before it sends a request, n8n reads and
 * decrypts the credential, which takes it a fifth of the time of a short request: what bounds the requests under way
 * is not to count that.
 */
export const withDeparture = (
	options: IHttpRequestOptions,
	depart: () => Promise<void>,
): DepartingOptions => ({
	...options,
	[DEPARTURE]: depart,
});

/** What a credential's `authenticate`, the last step before n8n sends a request, has to wait for. */
export async function departure(options: IHttpRequestOptions): Promise<void> {
	const depart: unknown = Reflect.get(options, DEPARTURE);
	if (typeof depart === 'function') await depart();
}
