import fc from 'fast-check';
import { readTires, tirePressuresOf, toPsi } from '../../../../nodes/shared/tirePressures';

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

describe('the unit of the pressures', () => {
	const units = { kPa: 1, psi: 6.894757293168361, bar: 100 };

	/** What tires of a car on the road hold, in kPa. At least one of them is not flat. */
	const pressures = fc
		.tuple(
			fc.double({ min: 150, max: 500, noNaN: true }),
			fc.array(fc.double({ min: 0, max: 500, noNaN: true }), { minLength: 1, maxLength: 5 }),
		)
		.map(([full, others]) => [...others, full]);

	test('is the true one or ambiguous, whatever the label says', () => {
		fc.assert(
			fc.property(
				pressures,
				fc.constantFrom(...Object.values(units)),
				fc.constantFrom('kPa', 'psi', 'bar', 'kilopascals', 'Bar', 'unknown', '', null, 3),
				(kilopascals, factor, label) => {
					const values = kilopascals.map((value, column) => ({
						row: 0,
						column,
						tirePressure: value / factor,
					}));
					const { readings, units: possible } = readTires({ values, unit: label });
					if (possible.length > 1) return;
					readings.forEach(({ value }, index) =>
						expect(value * possible[0].factor).toBeCloseTo(kilopascals[index] ?? NaN, 3),
					);
				},
			),
			{ numRuns: 2_000 },
		);
	});

	test('is certain if one tire has a usual pressure, whatever the label says', () => {
		fc.assert(
			fc.property(
				pressures,
				fc.constantFrom(...Object.values(units)),
				fc.constantFrom('kPa', 'psi', 'bar', null),
				(kilopascals, factor, label) => {
					const values = kilopascals.map((value, column) => ({
						row: 0,
						column,
						tirePressure: value / factor,
					}));
					expect(readTires({ values, unit: label }).units).toHaveLength(1);
				},
			),
		);
	});

	test.each([
		['a single tire, 36 labeled kPa', [36], 'kPa', ['psi', 'kPa']],
		['a single tire, 36 labeled psi', [36], 'psi', ['psi']],
		['130 labeled psi, a truck or low kPa', [130, 128], 'psi', ['kPa', 'psi']],
		['all nearly flat in any unit', [0.5, 0.4], null, ['kPa', 'psi', 'bar']],
		['all flat', [0, 0], null, ['kPa']],
		['6.5 labeled bar, a truck', [6.5, 6.4], 'bar', ['bar']],
	])('%s', (_what, numbers, unit, expected) => {
		const values = numbers.map((tirePressure, column) => ({ row: 0, column, tirePressure }));
		expect(readTires({ values, unit }).units.map(({ name }) => name)).toEqual(expected);
	});

	test('names tires of other layouts by row and column', () => {
		const values = [{ row: 2, column: 3, tirePressure: 240 }];
		expect(readTires({ values }).readings).toEqual([{ place: 'row2Column3', value: 240 }]);
	});
});
