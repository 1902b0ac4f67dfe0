import { pressureUnit } from '../../../../../../nodes/Smartcar/actions/vehicle/getTirePressure.operation';

test.each([
	['metric', undefined, 'kPa'],
	['metric', 'imperial', 'kPa'],
	['imperial', 'metric', 'psi'],
	['Imperial', undefined, 'psi'],
	[undefined, undefined, 'kPa'],
	[undefined, 'metric', 'kPa'],
	[undefined, 'imperial', null],
])('response header %s, option %s: %s', (responseUnitSystem, requestedUnitSystem, expected) => {
	expect(pressureUnit(responseUnitSystem, requestedUnitSystem)).toBe(expected);
});
