import {
	parseRetryAfter,
	reconnectDelay,
	retryDelay,
	type FailedAttempt,
} from '../../../../../nodes/Smartcar/transport/retry';

const NOW = Date.parse('2026-03-02T09:15:00Z');

test.each([
	['seconds', '7', 7000],
	['a fraction of seconds', '0.5', 500],
	['no wait', '0', 0],
	['a date', 'Mon, 02 Mar 2026 09:15:30 GMT', 30_000],
	['a date that is over', 'Mon, 02 Mar 2026 09:14:30 GMT', 0],
	['a negative number', '-5', undefined],
	['nonsense', 'soon', undefined],
	['nothing', '', undefined],
	['no header', undefined, undefined],
])('retry-after as %s', (_what, header, expected) => {
	expect(parseRetryAfter(header, NOW)).toBe(expected);
});

const attempt = (values: Partial<FailedAttempt>): FailedAttempt => ({
	status: 429,
	reads: true,
	retries: 0,
	remainingMs: 60_000,
	...values,
});

test.each([
	['429 waits as long as the service asks, and a tenth more', { retryAfterMs: 7000 }, 7700],
	['429 waits at most a second more', { retryAfterMs: 50_000 }, 51_000],
	['429 waits no longer than the time that is left', { retryAfterMs: 60_000 }, 60_000],
	['429 applies to writes too', { retryAfterMs: 7000, reads: false }, 7700],
	['429 with a tiny wait waits a little longer', { retryAfterMs: 1 }, 110],
	['429 with a tiny wait waits longer each time', { retryAfterMs: 1, retries: 3 }, 880],
	[
		'429 with a tiny wait waits two seconds and a tenth at most',
		{ retryAfterMs: 1, retries: 20 },
		2200,
	],
	['429 that names no wait by naming 0 backs off', { retryAfterMs: 0 }, 2000],
	['429 backs off for a minute at most', { retries: 20 }, 60_000],
	['429 without a header backs off', {}, 2000],
	['429 backs off longer each time', { retries: 2 }, 8000],
	['429 beyond the time that is left gives up', { retryAfterMs: 60_001 }, undefined],
	['429 without time for waiting gives up', { remainingMs: 0 }, undefined],
	[
		'429 that never ends gives up when the time is used up',
		{ retries: 5, remainingMs: 59_999 },
		undefined,
	],
	['500 of a read backs off', { status: 500 }, 500],
	['502 of a read backs off', { status: 502, retries: 1 }, 1000],
	['503 with a header waits as asked', { status: 503, retryAfterMs: 3000 }, 3300],
	['504 of a read backs off', { status: 504, retries: 2 }, 2000],
	['5xx of a read gives up after three', { status: 502, retries: 3 }, undefined],
	['5xx of a write gives up', { status: 502, reads: false }, undefined],
	[
		'500 for a record that does not exist gives up',
		{ status: 500, error: { code: 'RECORD_NOT_FOUND' } },
		undefined,
	],
	['501 gives up', { status: 501 }, undefined],
	['430 gives up, whatever it says', { status: 430, retryAfterMs: 10 }, undefined],
	['400 gives up', { status: 400 }, undefined],
	['401 gives up', { status: 401 }, undefined],
	['403 gives up', { status: 403 }, undefined],
	['404 gives up', { status: 404 }, undefined],
	['409 gives up', { status: 409 }, undefined],
])('%s', (_what, values, expected) => {
	expect(retryDelay(attempt(values), () => 1)).toBe(expected);
});

test('the backoff is spread by chance between its half and its whole', () => {
	expect(retryDelay(attempt({ status: 502 }), () => 0)).toBe(250);
	expect(retryDelay(attempt({ status: 502 }), () => 0.5)).toBe(375);
});

test('what the service asks for is lengthened by chance, never shortened', () => {
	expect(retryDelay(attempt({ retryAfterMs: 7000 }), () => 0)).toBe(7000);
	expect(retryDelay(attempt({ retryAfterMs: 7000 }), () => 0.5)).toBe(7350);
});

test.each([
	['a closed connection of a read backs off', { code: 'ECONNRESET' }, 500],
	['a closed connection of a read backs off longer each time', { code: 'EPIPE', retries: 2 }, 2000],
	[
		'a closed connection of a read gives up after three',
		{ code: 'ECONNRESET', retries: 3 },
		undefined,
	],
	['a silent connection of a read is tried once more', { code: 'ECONNABORTED' }, 500],
	[
		'a silent connection of a read gives up after that',
		{ code: 'ETIMEDOUT', retries: 1 },
		undefined,
	],
	['a write gives up', { code: 'ECONNRESET', reads: false }, undefined],
	['a host that refuses gives up', { code: 'ECONNREFUSED' }, undefined],
	['a host that is not known gives up', { code: 'ENOTFOUND' }, undefined],
	['anything else gives up', { code: undefined }, undefined],
	['without time for waiting gives up', { code: 'ECONNRESET', remainingMs: 0 }, undefined],
])('%s', (_what, values, expected) => {
	const tried = { reads: true, retries: 0, remainingMs: 60_000, ...values };
	expect(reconnectDelay(tried, () => 1)).toBe(expected);
});
