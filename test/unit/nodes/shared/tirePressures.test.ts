import { tirePressuresOf, toPsi } from '../../../../nodes/shared/tirePressures';

const body = (unit: string | null, ...pressures: Array<number | null>) => ({
	// Not in the order of rows: front left, back right, front right, back left.
	values: [
		[0, 0],
		[1, 1],
		[0, 1],
		[1, 0],
	].map(([row = 0, column = 0], index) => ({
		row,
		column,
		tirePressure: pressures[index] ?? null,
	})),
	unit,
});

test.each([
	['kPa', [220, 218, 221, 219], [220, 221, 219, 218]],
	['kPa labeled bar', [258, 262, 260, 264], [258, 260, 264, 262], 'bar'],
	['bar', [2.35, 2.4, 2.5, 2.45], [235, 250, 245, 240], 'bar'],
	['bar labeled kPa', [2.35, 2.4, 2.5, 2.45], [235, 250, 245, 240], 'kPa'],
	['psi', [38, 38, 36, 36], [262, 248.2, 248.2, 262], 'psi'],
	['kPa labeled psi', [262, 262, 248, 248], [262, 248, 248, 262], 'psi'],
	['no unit', [262, 262, 248, 248], [262, 248, 248, 262], null],
	['a flat tire in kPa', [4, 218, 221, 219], [4, 221, 219, 218]],
	['missing tires', [220, null, null, 219], [220, null, 219, null]],
])('reads %s by row and column as kPa', (_what, pressures, expected, unit = 'kPa') => {
	const [frontLeft, frontRight, backLeft, backRight] = expected;
	expect(tirePressuresOf(body(unit, ...pressures))).toEqual({
		frontLeft,
		frontRight,
		backLeft,
		backRight,
	});
});

test.each([[undefined], [null], [{}], [{ values: 'none' }], [{ values: [null, 1, {}] }]])(
	'%j has no pressures',
	(value) => {
		const none = { frontLeft: null, frontRight: null, backLeft: null, backRight: null };
		expect(tirePressuresOf(value)).toEqual(none);
		expect(toPsi(tirePressuresOf(value))).toEqual(none);
	},
);

test('converts to psi', () => {
	expect(toPsi({ frontLeft: 220, frontRight: null, backLeft: 262, backRight: 0 })).toEqual({
		frontLeft: 31.91,
		frontRight: null,
		backLeft: 38,
		backRight: 0,
	});
});
