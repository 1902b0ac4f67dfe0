import { Pool } from 'undici';
import type { SignedRequest } from '../../../simulator/simulator';

export interface SendResult {
	/** Unix ms. */
	startedAt: number;
	/** From the first request to the last response. */
	seconds: number;
	/** Number of responses by HTTP status. */
	statuses: Record<string, number>;
}

/** Sends every request once. Each connection sends its next request as soon as the previous one is answered. */
export async function sendRequests(
	url: string,
	requests: readonly SignedRequest[],
	connections: number,
): Promise<SendResult> {
	const { origin, pathname } = new URL(url);
	const pool = new Pool(origin, {
		connections,
		pipelining: 1,
		headersTimeout: 300_000,
		bodyTimeout: 300_000,
	});
	const statuses: Record<string, number> = {};
	const queue = requests.values();
	const startedAt = Date.now();
	const start = performance.now();
	await Promise.all(
		Array.from({ length: connections }, async () => {
			for (const { headers, body } of queue) {
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
