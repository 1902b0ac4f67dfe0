import type { RequestLogEntry, Simulator } from '../../../simulator/simulator';

export interface RequestStatistics {
	requests: number;
	/** Successful requests for a path that an earlier request had already read. */
	repeated: number;
	/** The highest number of requests at the same time. */
	mostAtOnce: number;
	/** Requests that were answered 429. */
	rateLimited: number;
}

interface AnsweredRequest {
	entry: RequestLogEntry;
	answeredAt: number;
}

/**
 * Records the simulator's requests whose path matches, until `stop`, which returns their
 * statistics.
 */
export function observeRequests(
	simulator: Simulator,
	path: RegExp,
): { stop: () => RequestStatistics } {
	const requests: AnsweredRequest[] = [];
	let isObserving = true;
	simulator.onResponse((entry) => {
		if (isObserving && path.test(entry.path)) requests.push({ entry, answeredAt: Date.now() });
	});
	return {
		stop() {
			isObserving = false;
			return summarize(requests);
		},
	};
}

function summarize(requests: AnsweredRequest[]): RequestStatistics {
	const successfulPaths = requests
		.filter(({ entry }) => entry.status === 200)
		.map(({ entry }) => entry.path);
	return {
		requests: requests.length,
		repeated: successfulPaths.length - new Set(successfulPaths).size,
		mostAtOnce: maxConcurrency(requests),
		rateLimited: requests.filter(({ entry }) => entry.status === 429).length,
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
