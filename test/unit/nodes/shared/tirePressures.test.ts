import fc from 'fast-check';
import { readTires, tirePressuresOf } from '../../../../nodes/shared/tirePressures';

/**
 * A signal with the pressures of front left, back right, front right and back left. Only row and
 * column say which is which: the order differs from that of the result.
 */
const body = (unit: string | null, ...pressures: Array<number | null>) => ({
	values: [
		{ row: 0, column: 0 },
		{ row: 1, column: 1 },
		{ row: 0, column: 1 },
		{ row: 1, column: 0 },
	].map((position, index) => ({ ...position, tirePressure: pressures[index] ?? null })),
	unit,
});

const inOneRow = (pressures: unknown[]) =>
	pressures.map((tirePressure, column) => ({ row: 0, column, tirePressure }));

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
	const factors = { kPa: 1, psi: 6.894757293168361, bar: 100 };

	/** Two to six tires in kPa: the last one is not flat, the others may be. */
	const tiresInKpa = fc
		.tuple(
			fc.double({ min: 150, max: 500, noNaN: true }),
			fc.array(fc.double({ min: 0, max: 500, noNaN: true }), { minLength: 1, maxLength: 5 }),
		)
		.map(([full, others]) => [...others, full]);

	test('is the true one, or uncertain with the true one among several, whatever the label says', () => {
		fc.assert(
			fc.property(
				tiresInKpa,
				fc.constantFrom(...Object.values(factors)),
				fc.constantFrom('kPa', 'psi', 'bar', 'kilopascals', 'Bar', 'unknown', '', null, 3),
				(kilopascals, factor, label) => {
					const sent = kilopascals.map((value) => value / factor);
					const { readings, units } = readTires({ values: inOneRow(sent), unit: label });
					expect(units.map((unit) => unit.factor)).toContain(factor);
					expect(readings.map(({ value }) => value)).toEqual(sent);
				},
			),
			{ numRuns: 2_000 },
		);
	});

	test("is certain, unless more tires have a usual pressure in the label's unit than in the true one", () => {
		fc.assert(
			fc.property(
				tiresInKpa,
				fc.constantFrom(...Object.values(factors)),
				fc.constantFrom('kPa' as const, 'psi' as const, 'bar' as const, null),
				(kilopascals, factor, label) => {
					const sent = kilopascals.map((value) => value / factor);
					const isUsual = (value: number) => value >= 120 && value <= 550;
					const countUsual = (unitFactor: number) =>
						sent.filter((pressure) => isUsual(pressure * unitFactor)).length;
					const labeled = label === null ? factor : factors[label];
					fc.pre(labeled === factor || countUsual(labeled) <= countUsual(factor));
					const { units } = readTires({ values: inOneRow(sent), unit: label });
					expect(units).toHaveLength(1);
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
		const { units } = readTires({ values: inOneRow(numbers), unit });
		expect(units.map(({ name }) => name)).toEqual(expected);
	});

	test.each([
		['655.35 for one of four', [2.4, 2.5, 2.4, 655.35], 'bar', ['bar']],
		['655.35 for one of four, with a wrong label', [2.4, 2.5, 2.4, 655.35], 'kPa', ['bar']],
		['99.9 for one of four', [2.4, 2.5, 2.4, 99.9], 'bar', ['bar']],
		['699.8 for one of two', [2.4, 699.8], 'bar', ['bar', 'kPa']],
		['699.9 for one of two, since a car has sent it', [2.4, 699.9], 'bar', ['bar']],
		['655.35 for one of two, since all of its bits are set', [2.4, 655.35], 'bar', ['bar']],
		[
			'655.35 for three of four, since all of its bits are set',
			[2.4, 655.35, 655.35, 655.35],
			'bar',
			['bar'],
		],
		['6553.5 beside psi', [36, 36, 38, 6553.5], 'psi', ['psi']],
		['255 beside psi, which can be a pressure in kPa', [36, 36, 36, 255], 'psi', ['psi', 'kPa']],
		['255 beside bar', [2.4, 2.4, 2.4, 255], 'bar', ['bar', 'kPa']],
		['255 for two of four beside psi', [36, 36, 255, 255], 'psi', ['psi', 'kPa']],
		['255 for two of four beside bar', [2.4, 2.4, 255, 255], 'bar', ['bar', 'kPa']],
		['25.5 beside bar', [2.4, 2.5, 2.4, 25.5], 'bar', ['bar', 'psi']],
		['255 for three of four beside psi', [33, 255, 255, 255], 'psi', ['psi', 'kPa']],
		['255 for three of four beside bar', [2.4, 255, 255, 255], 'bar', ['bar', 'kPa']],
		['25.5 for one of two beside bar', [2.4, 25.5], 'bar', ['bar', 'psi']],
		['25.5 for two of four beside bar', [2.4, 2.4, 25.5, 25.5], 'bar', ['bar', 'psi']],
		['127 beside bar', [2.4, 2.5, 2.4, 127], 'bar', ['bar', 'kPa']],
		['255 beside bar without a label', [2.6, 2.6, 2.5, 255], null, ['bar', 'kPa']],
		['255 beside psi with a wrong label', [36, 36, 36, 255], 'bar', ['psi', 'kPa']],
		['127 beside psi with a wrong label', [36, 36, 36, 127], 'bar', ['psi', 'kPa']],
		['25.5 beside bar without a label', [2.5, 2.5, 2.5, 25.5], null, ['bar', 'psi']],
	])(
		'a value that may mark a missing one does not decide the unit: %s',
		(_what, numbers, unit, expected) => {
			const { units } = readTires({ values: inOneRow(numbers), unit });
			expect(units.map(({ name }) => name)).toEqual(expected);
		},
	);

	test.each([
		['three flat tires in kPa without a label', [36, 30, 30, 250], null, ['kPa']],
		['three flat tires in kPa', [36, 30, 30, 255], 'kPa', ['kPa']],
		['a flat tire with a wrong label', [36, 255, 250, 255], 'psi', ['kPa']],
		['a truck with a flat tire', [650, 640, 655, 30], 'kPa', ['kPa']],
		['a truck with a flat tire and a wrong label', [650, 640, 655, 30], 'psi', ['kPa']],
		['a truck with two flat tires, or psi', [650, 640, 30, 25], 'kPa', ['psi', 'kPa']],
	])(
		'a high value beside flat tires does not mark a missing one: %s',
		(_what, numbers, unit, expected) => {
			const { units } = readTires({ values: inOneRow(numbers), unit });
			expect(units.map(({ name }) => name)).toEqual(expected);
		},
	);

	test('ignores one number that is too high in every unit', () => {
		fc.assert(
			fc.property(
				fc.array(fc.double({ min: 150, max: 500, noNaN: true }), { minLength: 2, maxLength: 5 }),
				fc.double({ min: 551, max: 100_000, noNaN: true }),
				fc.constantFrom(...Object.values(factors)),
				fc.constantFrom('kPa', 'psi', 'bar', null),
				(kilopascals, marker, factor, label) => {
					const values = inOneRow([marker, ...kilopascals.map((value) => value / factor)]);
					const { units } = readTires({ values, unit: label });
					expect(units.map((unit) => unit.factor)).toEqual([factor]);
				},
			),
		);
	});
});

describe('a pressure', () => {
	const read = (...pressures: unknown[]) => readTires({ values: inOneRow(pressures), unit: 'kPa' });

	test('can be text', () => {
		expect(read('178', 220).readings).toEqual([
			{ place: 'frontLeft', value: 178 },
			{ place: 'frontRight', value: 220 },
		]);
	});

	test.each([['low'], [''], [true], [{}], [NaN], [-1], [1_200]])('%p is unusable', (value) => {
		const { readings, unusable } = read(value, 220);

		expect(readings).toEqual([{ place: 'frontRight', value: 220 }]);
		expect(unusable).toEqual([{ place: 'frontLeft', value }]);
	});

	test.each([699.9, 65.535, 655.35, 6_553.5, 65_535])(
		'%d beside usual pressures is unusable: it marks a tire that the car cannot read',
		(value) => {
			const { readings, unusable } = read(240, 250, value);

			expect(readings).toHaveLength(2);
			expect(unusable).toEqual([{ place: 'row0Column2', value }]);
		},
	);

	test('699.9 is unusable however many tires have it', () => {
		const { readings, unusable } = read(240, 699.9, 699.9, 699.9);

		expect(readings).toEqual([{ place: 'row0Column0', value: 240 }]);
		expect(unusable).toHaveLength(3);
	});

	test.each([[null], [undefined]])('%j is missing', (value) => {
		const { readings, unusable } = read(value, 220);

		expect(readings).toHaveLength(1);
		expect(unusable).toEqual([]);
	});
});
