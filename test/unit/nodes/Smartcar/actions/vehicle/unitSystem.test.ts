import {
	unitOf,
	unitsOfPath,
	usedUnitSystem,
	type UnitSystem,
} from '../../../../../../nodes/Smartcar/actions/vehicle/unitSystem';

test.each<[string | undefined, UnitSystem | undefined, string | null]>([
	['metric', undefined, 'kPa'],
	['metric', 'imperial', 'kPa'],
	['imperial', 'metric', 'psi'],
	['Imperial', undefined, 'psi'],
	[undefined, undefined, 'kPa'],
	[undefined, 'metric', 'kPa'],
	[undefined, 'imperial', null],
])('a pressure with the response header %s and the option %s is in %s', (header, option, unit) => {
	expect(unitOf('pressure', usedUnitSystem(header, option))).toBe(unit);
});

test('names the unit of each value of a path', () => {
	expect(unitsOfPath('/fuel', 'imperial')).toEqual({ amountRemaining: 'gal', range: 'mi' });
	expect(unitsOfPath('/fuel', 'metric')).toEqual({ amountRemaining: 'L', range: 'km' });
	expect(unitsOfPath('/battery/capacity', undefined)).toEqual({ capacity: 'kWh' });
	expect(unitsOfPath('/odometer', undefined)).toEqual({ distance: null });
	expect(unitsOfPath('/vin', 'metric')).toBeUndefined();
});
