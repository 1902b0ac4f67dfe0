import fc from 'fast-check';
import { fromMetric, requireUnit, toMetric, UNITS } from '../../../../nodes/shared/units';

test.each([
	[2.3, 'bar', 230],
	[2.2, 'bar', 220],
	[1.1, 'bar', 110],
] as const)('%d %s is exactly %d kPa', (value, unit, kilopascals) => {
	expect(toMetric(value, requireUnit(unit, 'pressure'))).toBe(kilopascals);
});

test('a decimal number of bar is exactly the decimal number of kPa', () => {
	fc.assert(
		fc.property(fc.integer({ min: 0, max: 10_000 }), (hundredths) => {
			const bar = Number(`${hundredths}e-2`);
			expect(toMetric(bar, requireUnit('bar', 'pressure'))).toBe(hundredths);
		}),
	);
});

test('a value stays the same in the metric unit and back', () => {
	const value = fc.double({ min: -100_000, max: 100_000, noNaN: true });
	fc.assert(
		fc.property(value, fc.constantFrom(...UNITS), (number, unit) => {
			expect(fromMetric(toMetric(number, unit), unit)).toBeCloseTo(number, 6);
		}),
	);
});
