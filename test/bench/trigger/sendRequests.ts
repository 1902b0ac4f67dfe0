import { Pool } from 'undici';
import type { SignedRequest } from '../../../simulator/deliveries/signedRequests';

/** What became of the requests of one round. */
export interface Sent {
	/** Unix ms. */
	startedAt: number;
	/** Until the last answer. */
	seconds: number;
	/** Answers by their HTTP status. */
	statuses: Record<string, number>;
}

/** Sends every request once, over so many connections at a time that are never idle, as fast as they are answered. */
export async function send(
	url: string,
	requests: readonly SignedRequest[],
	connections: number,
): Promise<Sent> {
	const { origin, pathname } = new URL(url);
	const pool = new Pool(origin, {
		connections,
		pipelining: 1,
		headersTimeout: 300_000,
		bodyTimeout: 300_000,
	});
	const statuses: Record<string, number> = {};
	const left = requests.values();
	const startedAt = Date.now();
	const began = performance.now();
	await Promise.all(
		Array.from({ length: connections }, async () => {
			for (const { headers, body } of left) {
				const answer = await pool.request({ method: 'POST', path: pathname, headers, body });
				await answer.body.dump();
				statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1;
			}
		}),
	);
	const seconds = (performance.now() - began) / 1000;
	await pool.close();
	return { startedAt, seconds, statuses };
}
