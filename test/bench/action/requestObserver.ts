import type { RequestLogEntry, Simulator } from '../../../simulator/simulator';

export interface RequestStatistics {
	requests: number;
	/** Requests for a path that an earlier request had read successfully. */
	repeated: number;
	/** The highest number of requests at the same time. */
	mostAtOnce: number;
	/** Requests that were answered 429. */
	limited: number;
	/** Retries of a request before the `retry-after` of its own 429 had passed. */
	tooEarly: number;
	/** Requests that were sent before the `retry-after` of any 429 had passed. */
	againstTheLimit: number;
}

/**
 * A 429 may take this long to arrive. Requests sent within that time do not count as against the
 * limit.
 */
const RESPONSE_LATENCY_MS = 50;

interface AnsweredRequest {
	entry: RequestLogEntry;
	answeredAt: number;
}

/**
 * Records the simulator's requests whose path matches, until `stop`, which returns their
 * statistics.
 * @param retryAfterMs the `retry-after` of the simulator's 429 responses
 */
export function observeRequests(
	simulator: Simulator,
	path: RegExp,
	retryAfterMs: number,
): { stop: () => RequestStatistics } {
	const requests: AnsweredRequest[] = [];
	let isObserving = true;
	simulator.onResponse((entry) => {
		if (isObserving && path.test(entry.path)) requests.push({ entry, answeredAt: Date.now() });
	});
	return {
		stop() {
			isObserving = false;
			return summarize(requests, retryAfterMs);
		},
	};
}

function summarize(requests: AnsweredRequest[], retryAfterMs: number): RequestStatistics {
	const limited = requests.filter(({ entry }) => entry.status === 429);
	const successfulPaths = requests
		.filter(({ entry }) => entry.status === 200)
		.map(({ entry }) => entry.path);
	const isTooEarly = ({ entry }: AnsweredRequest): boolean =>
		limited.some(
			(earlier) =>
				earlier.entry.path === entry.path &&
				entry.at > earlier.entry.at &&
				entry.at < earlier.answeredAt + retryAfterMs,
		);
	const isAgainstTheLimit = ({ entry }: AnsweredRequest): boolean =>
		limited.some(
			({ answeredAt }) =>
				entry.at > answeredAt + RESPONSE_LATENCY_MS && entry.at < answeredAt + retryAfterMs,
		);
	return {
		requests: requests.length,
		repeated: successfulPaths.length - new Set(successfulPaths).size,
		mostAtOnce: maxConcurrency(requests),
		limited: limited.length,
		tooEarly: requests.filter(isTooEarly).length,
		againstTheLimit: requests.filter(isAgainstTheLimit).length,
	};
}

function maxConcurrency(requests: AnsweredRequest[]): number {
	const changes = requests.flatMap(({ entry, answeredAt }) => [
		{ at: entry.at, difference: 1 },
		{ at: answeredAt, difference: -1 },
	]);
	let current = 0;
	let most = 0;
	for (const { difference } of changes.sort((a, b) => a.at - b.at || a.difference - b.difference))
		most = Math.max(most, (current += difference));
	return most;
}
