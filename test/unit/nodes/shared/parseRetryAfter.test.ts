import { parseRetryAfter } from '../../../../nodes/shared/parseRetryAfter';

const NOW = Date.parse('2026-03-02T09:15:00Z');

test.each([
	['seconds', '7', 7000],
	['a fraction of seconds', '0.5', 500],
	['no wait', '0', 0],
	['a date', 'Mon, 02 Mar 2026 09:15:30 GMT', 30_000],
	['a date in the past', 'Mon, 02 Mar 2026 09:14:30 GMT', 0],
	['a negative number', '-5', undefined],
	['other text', 'soon', undefined],
	['an empty header', '', undefined],
	['no header', undefined, undefined],
])('retry-after: %s', (_what, header, expected) => {
	expect(parseRetryAfter(header, NOW)).toBe(expected);
});
