import { Pool } from 'undici';
import type { SignedRequest } from '../../../simulator/simulator';

const TIMEOUT_MS = 300_000;

interface SendResult {
	/** When the first request was sent, Unix ms. */
	startedAt: number;
	/** Seconds from the first request to the last response. */
	seconds: number;
	/** Number of responses by HTTP status. */
	statuses: Record<string, number>;
}

/**
 * Sends each request once. A connection sends its next request when it has the response to the
 * previous one.
 * @param urls the connections are distributed evenly among these
 */
export async function sendRequests(
	urls: readonly string[],
	requests: readonly SignedRequest[],
	connections: number,
): Promise<SendResult> {
	const pools = urls.map((url) => {
		const { origin, pathname } = new URL(url);
		const pool = new Pool(origin, {
			connections,
			pipelining: 1,
			headersTimeout: TIMEOUT_MS,
			bodyTimeout: TIMEOUT_MS,
		});
		return { pool, pathname };
	});
	const statuses: Record<string, number> = {};
	const remainingRequests = requests.values();
	const startedAt = Date.now();
	const start = performance.now();
	await Promise.all(
		Array.from({ length: connections }, async (_, connection) => {
			const target = pools[connection % pools.length];
			if (target === undefined) throw new Error('There is no URL to send requests to');
			const { pool, pathname: path } = target;
			for (const { headers, body } of remainingRequests) {
				const response = await pool.request({ method: 'POST', path, headers, body });
				await response.body.dump();
				statuses[response.statusCode] = (statuses[response.statusCode] ?? 0) + 1;
			}
		}),
	);
	const seconds = (performance.now() - start) / 1000;
	await Promise.all(pools.map(async ({ pool }) => await pool.close()));
	return { startedAt, seconds, statuses };
}
