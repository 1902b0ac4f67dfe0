import type { Simulator } from '../../../simulator/simulator';
import type { RequestLogEntry } from '../../../simulator/server/requestLog';

export interface Observed {
	requests: number;
	/** Requests that were asked a second time with the same address after they had been served. */
	repeated: number;
	/** The most that were under way at once. */
	mostAtOnce: number;
	/** Requests turned down with 429. */
	limited: number;
	/** Requests sent again before the wait was over that their own refusal named. */
	tooEarly: number;
	/** Requests of any kind that came while the service wanted none, some time after it had said so. */
	againstTheLimit: number;
}

/** How long word of a refusal may be on its way before a request counts as sent against it, ms. */
const ON_ITS_WAY_MS = 50;

interface Answered {
	entry: RequestLogEntry;
	answeredAt: number;
}

/** What the simulated service saw between now and `stop`, of the requests whose path matches. */
export function observe(
	simulator: Simulator,
	path: RegExp,
	retryAfterMs: number,
): { stop: () => Observed } {
	const answers: Answered[] = [];
	let listening = true;
	simulator.onRequest((entry) => {
		if (listening && path.test(entry.path)) answers.push({ entry, answeredAt: Date.now() });
	});
	return {
		stop() {
			listening = false;
			return summarize(answers, retryAfterMs);
		},
	};
}

function summarize(answers: Answered[], retryAfterMs: number): Observed {
	const refusals = answers.filter(({ entry }) => entry.status === 429);
	const served = answers.filter(({ entry }) => entry.status === 200).map(({ entry }) => entry.path);
	const isEarly = ({ entry }: Answered): boolean =>
		refusals.some(
			(refusal) =>
				refusal.entry.path === entry.path &&
				entry.at > refusal.entry.at &&
				entry.at < refusal.answeredAt + retryAfterMs,
		);
	const isAgainst = ({ entry }: Answered): boolean =>
		refusals.some(
			({ answeredAt }) =>
				entry.at > answeredAt + ON_ITS_WAY_MS && entry.at < answeredAt + retryAfterMs,
		);
	return {
		requests: answers.length,
		repeated: served.length - new Set(served).size,
		mostAtOnce: mostAtOnce(answers),
		limited: refusals.length,
		tooEarly: answers.filter(isEarly).length,
		againstTheLimit: answers.filter(isAgainst).length,
	};
}

function mostAtOnce(answers: Answered[]): number {
	const changes = answers.flatMap(({ entry, answeredAt }) => [
		{ at: entry.at, by: 1 },
		{ at: answeredAt, by: -1 },
	]);
	let now = 0;
	let most = 0;
	for (const { by } of changes.sort((a, b) => a.at - b.at || a.by - b.by))
		most = Math.max(most, (now += by));
	return most;
}
