import { Pool } from 'undici';
import type { SignedRequest } from '../../../simulator/simulator';

const TIMEOUT_MS = 300_000;

export interface SendResult {
	/** When the first request was sent, Unix ms. */
	startedAt: number;
	/** Seconds from the first request to the last response. */
	seconds: number;
	/** Number of responses by HTTP status. */
	statuses: Record<string, number>;
}

/** Sends each request once. A connection sends its next request when it has the response to the previous one. */
export async function sendRequests(
	url: string,
	requests: readonly SignedRequest[],
	connections: number,
): Promise<SendResult> {
	const { origin, pathname } = new URL(url);
	const pool = new Pool(origin, {
		connections,
		pipelining: 1,
		headersTimeout: TIMEOUT_MS,
		bodyTimeout: TIMEOUT_MS,
	});
	const statuses: Record<string, number> = {};
	const remainingRequests = requests.values();
	const startedAt = Date.now();
	const start = performance.now();
	await Promise.all(
		Array.from({ length: connections }, async () => {
			for (const { headers, body } of remainingRequests) {
				const response = await pool.request({ method: 'POST', path: pathname, headers, body });
				await response.body.dump();
				statuses[response.statusCode] = (statuses[response.statusCode] ?? 0) + 1;
			}
		}),
	);
	const seconds = (performance.now() - start) / 1000;
	await pool.close();
	return { startedAt, seconds, statuses };
}
