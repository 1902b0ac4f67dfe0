import type { RequestLogEntry, Simulator } from '../../../simulator/simulator';

export interface RequestStatistics {
	requests: number;
	/** Requests whose path had been answered with 200 before. */
	repeated: number;
	/** The most requests at the same time. */
	mostAtOnce: number;
	/** Requests with status 429. */
	limited: number;
	/** Requests that were retried before their own `retry-after` had passed. */
	tooEarly: number;
	/** Requests that were sent while the `retry-after` of any request had not passed. */
	againstTheLimit: number;
}

/** A request sent this long after a 429 was sent before the 429 could arrive, ms. */
const RESPONSE_TRAVEL_MS = 50;

interface AnsweredRequest {
	entry: RequestLogEntry;
	answeredAt: number;
}

/** Observes the simulator's requests whose path matches, until `stop`, which returns the statistics. */
export function observeRequests(
	simulator: Simulator,
	path: RegExp,
	retryAfterMs: number,
): { stop: () => RequestStatistics } {
	const requests: AnsweredRequest[] = [];
	let isObserving = true;
	simulator.onRequest((entry) => {
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
				entry.at > answeredAt + RESPONSE_TRAVEL_MS && entry.at < answeredAt + retryAfterMs,
		);
	return {
		requests: requests.length,
		repeated: successfulPaths.length - new Set(successfulPaths).size,
		mostAtOnce: mostAtOnce(requests),
		limited: limited.length,
		tooEarly: requests.filter(isTooEarly).length,
		againstTheLimit: requests.filter(isAgainstTheLimit).length,
	};
}

function mostAtOnce(requests: AnsweredRequest[]): number {
	const changes = requests.flatMap(({ entry, answeredAt }) => [
		{ at: entry.at, by: 1 },
		{ at: answeredAt, by: -1 },
	]);
	let current = 0;
	let most = 0;
	for (const { by } of changes.sort((a, b) => a.at - b.at || a.by - b.by))
		most = Math.max(most, (current += by));
	return most;
}
