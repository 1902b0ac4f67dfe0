import fc from 'fast-check';
import {
	fromMetric,
	requireUnit,
	signalToMetric,
	toMetric,
	UNITS,
} from '../../../../nodes/shared/units';

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

test.each([
	[1, 'psi', 'pressure', 6.894757293],
	[1, 'mi', 'distance', 1.609344],
	[212, '°F', 'temperature', 100],
	[60, 'mph', 'speed', 96.56064],
	[7.4, 'kW', 'power', 7_400],
	[1, 'gal', 'volume', 3.785411784],
	[1.5, 'h', 'duration', 90],
] as const)('%d %s of %s is %d in the metric unit', (value, unit, quantity, metric) => {
	expect(toMetric(value, requireUnit(unit, quantity))).toBe(metric);
});

test.each([
	[0.64, undefined, 64],
	[1, undefined, 1],
	[64, undefined, 64],
	[0.64, 'percent', 0.64],
])('a percentage of %d with the unit %s is %d%%', (value, unit, expected) => {
	expect(signalToMetric(value, unit, 'percent')).toBe(expected);
});
