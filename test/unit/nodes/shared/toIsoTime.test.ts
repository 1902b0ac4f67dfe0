import { toIsoTime } from '../../../../nodes/shared/toIsoTime';

test.each([
	[1_772_442_800_000, '2026-03-02T09:13:20.000Z'],
	[1_772_442_800, '2026-03-02T09:13:20.000Z'],
	['1772442800000', '2026-03-02T09:13:20.000Z'],
	['2026-03-02T10:13:20+01:00', '2026-03-02T09:13:20.000Z'],
])('reads %j', (time, expected) => {
	expect(toIsoTime(time)).toBe(expected);
});

test.each([[0], [-1], ['0'], ['-1'], ['yesterday'], [''], [NaN], [1e300]])(
	'%j is not a time',
	(time) => {
		expect(toIsoTime(time)).toBeUndefined();
	},
);
