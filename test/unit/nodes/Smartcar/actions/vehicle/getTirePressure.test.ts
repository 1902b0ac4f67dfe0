import { pressureUnit } from '../../../../../../nodes/Smartcar/actions/vehicle/getTirePressure.operation';

test.each([
	['metric', undefined, 'kPa'],
	['metric', 'imperial', 'kPa'],
	['imperial', 'metric', 'psi'],
	['Imperial', undefined, 'psi'],
	[undefined, undefined, 'kPa'],
	[undefined, 'metric', 'kPa'],
	[undefined, 'imperial', null],
])('answered %s, asked for %s', (answered, asked, expected) => {
	expect(pressureUnit(answered, asked)).toBe(expected);
});
