import {
	reconnectDelay,
	retryDelay,
	type HttpFailure,
} from '../../../../../nodes/Smartcar/transport/retry';

const failure = (values: Partial<HttpFailure>): HttpFailure => ({
	status: 429,
	idempotent: true,
	retries: 0,
	remainingWaitMs: 60_000,
	...values,
});

test.each([
	['429 waits as long as Smartcar asks, plus up to 10%', { retryAfterMs: 7000 }, 7700],
	['429 waits at most one second more than Smartcar asks', { retryAfterMs: 50_000 }, 51_000],
	['429 waits at most the remaining wait', { retryAfterMs: 60_000 }, 60_000],
	['429 is retried for writes too', { retryAfterMs: 7000, idempotent: false }, 7700],
	['429 with a very short wait waits at least 100 ms', { retryAfterMs: 1 }, 110],
	['429 with a very short wait waits longer each time', { retryAfterMs: 1, retries: 3 }, 880],
	[
		'429 with a very short wait waits about two seconds at most',
		{ retryAfterMs: 1, retries: 20 },
		2200,
	],
	['429 with a wait of 0 backs off', { retryAfterMs: 0 }, 2000],
	['429 backs off for a minute at most', { retries: 20, remainingWaitMs: 600_000 }, 60_000],
	['429 without a header backs off', {}, 2000],
	['429 backs off longer each time', { retries: 2 }, 8000],
	['429 with a longer wait than the remaining one gives up', { retryAfterMs: 60_001 }, undefined],
	['429 without remaining wait gives up', { remainingWaitMs: 0 }, undefined],
	[
		'429 without a header uses the last of the remaining wait',
		{ retries: 5, remainingWaitMs: 13_000 },
		13_000,
	],
	[
		'502 gives up when the remaining wait is too short',
		{ status: 502, remainingWaitMs: 499 },
		undefined,
	],
	['500 of a read backs off', { status: 500 }, 500],
	['502 of a read backs off', { status: 502, retries: 1 }, 1000],
	[
		'502 for a limit of the automaker waits ten times as long as other errors',
		{ status: 502, error: { type: 'UPSTREAM', code: 'RATE_LIMIT' }, retries: 1 },
		10_000,
	],
	[
		'502 for another failure of the automaker waits as long as other errors',
		{ status: 502, error: { type: 'UPSTREAM', code: 'NO_RESPONSE' }, retries: 1 },
		1000,
	],
	[
		'502 for a limit of the automaker waits as long as retry-after asks, plus up to 10%',
		{ status: 502, error: { type: 'UPSTREAM', code: 'RATE_LIMIT' }, retryAfterMs: 3000 },
		3300,
	],
	['503 waits as long as Smartcar asks', { status: 503, retryAfterMs: 3000 }, 3300],
	['504 of a read backs off', { status: 504, retries: 2 }, 2000],
	['5xx of a read gives up after three retries', { status: 502, retries: 3 }, undefined],
	['5xx of a write gives up', { status: 502, idempotent: false }, undefined],
	[
		'500 for a record that does not exist gives up',
		{ status: 500, error: { code: 'RECORD_NOT_FOUND' } },
		undefined,
	],
	[
		'500 for several records in place of one gives up',
		{ status: 500, error: { code: 'MULTIPLE_RECORDS_FOUND' } },
		undefined,
	],
	['501 gives up', { status: 501 }, undefined],
	['430 gives up even with retry-after', { status: 430, retryAfterMs: 10 }, undefined],
	['400 gives up', { status: 400 }, undefined],
	['401 gives up', { status: 401 }, undefined],
	['403 gives up', { status: 403 }, undefined],
	['404 gives up', { status: 404 }, undefined],
	['409 gives up', { status: 409 }, undefined],
])('%s', (_what, values, expected) => {
	expect(retryDelay(failure(values), () => 1)).toBe(expected);
});

test('the backoff is random between half and all of the delay', () => {
	expect(retryDelay(failure({ status: 502 }), () => 0)).toBe(250);
	expect(retryDelay(failure({ status: 502 }), () => 0.5)).toBe(375);
});

test('the wait that Smartcar asks for becomes longer at random, never shorter', () => {
	expect(retryDelay(failure({ retryAfterMs: 7000 }), () => 0)).toBe(7000);
	expect(retryDelay(failure({ retryAfterMs: 7000 }), () => 0.5)).toBe(7350);
});

test.each([
	['a closed connection of a read backs off', { code: 'ECONNRESET' }, 500],
	['a closed connection of a read backs off longer each time', { code: 'EPIPE', retries: 2 }, 2000],
	['a temporary failure of the host name look-up backs off', { code: 'EAI_AGAIN' }, 500],
	[
		'a closed connection of a read gives up after three retries',
		{ code: 'ECONNRESET', retries: 3 },
		undefined,
	],
	['a timeout of a read is retried once', { code: 'ECONNABORTED' }, 500],
	['a timeout of a read gives up after one retry', { code: 'ETIMEDOUT', retries: 1 }, undefined],
	['a write gives up', { code: 'ECONNRESET', idempotent: false }, undefined],
	['a refused connection gives up', { code: 'ECONNREFUSED' }, undefined],
	['an unknown host gives up', { code: 'ENOTFOUND' }, undefined],
	['an error without a code gives up', { code: undefined }, undefined],
	[
		'a closed connection without remaining wait gives up',
		{ code: 'ECONNRESET', remainingWaitMs: 0 },
		undefined,
	],
])('%s', (_what, values, expected) => {
	const attempt = { idempotent: true, retries: 0, remainingWaitMs: 60_000, ...values };
	expect(reconnectDelay(attempt, () => 1)).toBe(expected);
});
