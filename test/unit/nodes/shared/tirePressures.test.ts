import fc from 'fast-check';
import { readTires, tirePressuresOf } from '../../../../nodes/shared/tirePressures';

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
		expect(tirePressuresOf(value, { isImperial: true })).toEqual(none);
	},
);

test.each([
	['kPa', [220, 0, null, 262], [31.91, null, 38, 0]],
	['psi', [29, 28, 31.5, 45], [29, 31.5, 45, 28]],
	['bar', [2.2, 0, null, 2.62], [31.91, null, 38, 0]],
])('converts %s to psi', (unit, pressures, expected) => {
	const [frontLeft, frontRight, backLeft, backRight] = expected;
	expect(tirePressuresOf(body(unit, ...pressures), { isImperial: true })).toEqual({
		frontLeft,
		frontRight,
		backLeft,
		backRight,
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

	test('is certain if one tire has a usual pressure, unless most seem to have the unit of the label', () => {
		fc.assert(
			fc.property(
				pressures,
				fc.constantFrom(...Object.values(units)),
				fc.constantFrom('kPa' as const, 'psi' as const, 'bar' as const, null),
				(kilopascals, factor, label) => {
					const values = kilopascals.map((value, column) => ({
						row: 0,
						column,
						tirePressure: value / factor,
					}));
					const isUsual = (value: number, unit: number) =>
						value * unit >= 120 && value * unit <= 550;
					const count = (unit: number) =>
						values.filter(({ tirePressure }) => isUsual(tirePressure, unit)).length;
					fc.pre(label === null || count(units[label]) <= count(factor) || units[label] === factor);
					expect(readTires({ values, unit: label }).units).toHaveLength(1);
				},
			),
		);
	});

	test.each([
		['a single tire, 36 labeled kPa', [36], 'kPa', ['psi', 'kPa']],
		['a single tire, 36 labeled psi', [36], 'psi', ['psi']],
		['130 labeled psi, a truck or low kPa', [130, 128], 'psi', ['kPa', 'psi']],
		['142 labeled psi, a truck or low kPa', [142, 141], 'psi', ['kPa', 'psi']],
		['all nearly flat in any unit', [0.5, 0.4], null, ['kPa', 'psi', 'bar']],
		['all flat', [0, 0], null, ['kPa']],
		['6.5 labeled bar, a truck', [6.5, 6.4], 'bar', ['bar']],
	])('%s', (_what, numbers, unit, expected) => {
		const values = numbers.map((tirePressure, column) => ({ row: 0, column, tirePressure }));
		expect(readTires({ values, unit }).units.map(({ name }) => name)).toEqual(expected);
	});

	test.each([
		['one of four', [2.4, 2.5, 2.4, 655.35], 'bar', ['bar']],
		['one of four, with a wrong label', [2.4, 2.5, 2.4, 655.35], 'kPa', ['bar']],
		['a lower one', [2.4, 2.5, 2.4, 99.9], 'bar', ['bar']],
		['one of two', [2.4, 699.9], 'bar', ['bar', 'kPa']],
		['one of two, whose bits are all set', [2.4, 655.35], 'bar', ['bar']],
		['three of four, whose bits are all set', [2.4, 655.35, 655.35, 655.35], 'bar', ['bar']],
		['one beside psi', [36, 36, 38, 6553.5], 'psi', ['psi']],
		['255 beside psi, which can be a pressure in kPa', [36, 36, 36, 255], 'psi', ['psi', 'kPa']],
		['255 beside bar', [2.4, 2.4, 2.4, 255], 'bar', ['bar', 'kPa']],
		['255 of two tires beside psi', [36, 36, 255, 255], 'psi', ['psi', 'kPa']],
		['255 of two tires beside bar', [2.4, 2.4, 255, 255], 'bar', ['bar', 'kPa']],
		['25.5 beside bar', [2.4, 2.5, 2.4, 25.5], 'bar', ['bar', 'psi']],
		['25.5 of two tires beside bar', [2.4, 2.4, 25.5, 25.5], 'bar', ['bar', 'psi']],
		['127 beside bar', [2.4, 2.5, 2.4, 127], 'bar', ['bar', 'kPa']],
		['255 beside bar without a label', [2.6, 2.6, 2.5, 255], null, ['bar', 'kPa']],
		['255 beside psi with a wrong label', [36, 36, 36, 255], 'bar', ['psi', 'kPa']],
		['127 beside psi with a wrong label', [36, 36, 36, 127], 'bar', ['psi', 'kPa']],
		['25.5 beside bar without a label', [2.5, 2.5, 2.5, 25.5], null, ['bar', 'psi']],
		['none: three flat tires in kPa without a label', [36, 30, 30, 250], null, ['kPa']],
		['none: three flat tires in kPa', [36, 30, 30, 255], 'kPa', ['kPa']],
		['none: a flat tire with a wrong label', [36, 255, 250, 255], 'psi', ['kPa']],
		['none: a truck with a flat tire', [650, 640, 655, 30], 'kPa', ['kPa']],
		['none: a truck with a flat tire and a wrong label', [650, 640, 655, 30], 'psi', ['kPa']],
		['none: a truck with two flat tires', [650, 640, 30, 25], 'kPa', ['psi', 'kPa']],
	])('does not follow a value that marks a missing one: %s', (_what, numbers, unit, expected) => {
		const values = numbers.map((tirePressure, column) => ({ row: 0, column, tirePressure }));
		expect(readTires({ values, unit }).units.map(({ name }) => name)).toEqual(expected);
	});

	test('does not depend on one number that is too high for each unit', () => {
		fc.assert(
			fc.property(
				fc.array(fc.double({ min: 150, max: 500, noNaN: true }), { minLength: 2, maxLength: 5 }),
				fc.double({ min: 551, max: 100_000, noNaN: true }),
				fc.constantFrom(...Object.values(units)),
				fc.constantFrom('kPa', 'psi', 'bar', null),
				(kilopascals, marker, factor, label) => {
					const values = [marker, ...kilopascals.map((value) => value / factor)].map(
						(tirePressure, column) => ({ row: 0, column, tirePressure }),
					);
					expect(readTires({ values, unit: label }).units.map((unit) => unit.factor)).toEqual([
						factor,
					]);
				},
			),
		);
	});
});

describe('a pressure', () => {
	const read = (...pressures: unknown[]) =>
		readTires({
			values: pressures.map((tirePressure, column) => ({ row: 0, column, tirePressure })),
			unit: 'kPa',
		});

	test('can be text', () => {
		expect(read('178', 220).readings).toEqual([
			{ place: 'frontLeft', value: 178 },
			{ place: 'frontRight', value: 220 },
		]);
	});

	test.each([['low'], [''], [true], [{}], [NaN], [-1], [1_200]])('%j is unusable', (value) => {
		const { readings, unusable } = read(value, 220);

		expect(readings).toEqual([{ place: 'frontRight', value: 220 }]);
		expect(unusable).toEqual([{ place: 'frontLeft', value }]);
	});

	test.each([699.9, 65.535, 655.35, 6_553.5, 65_535])(
		'%d beside usual ones stands for a tire that the car cannot read',
		(value) => {
			const { readings, unusable } = read(240, 250, value);

			expect(readings).toHaveLength(2);
			expect(unusable).toEqual([{ place: 'row0Column2', value }]);
		},
	);

	test.each([[null], [undefined]])('%j is missing', (value) => {
		const { readings, unusable } = read(value, 220);

		expect(readings).toHaveLength(1);
		expect(unusable).toEqual([]);
	});
});
