import { vehicleName } from '../../../../../nodes/Smartcar/methods/vehicleName';

const ID = '36ab27d0-fd9d-4455-823a-ce30af709ffc';

test.each([
	[{ make: 'TESLA', model: 'Model 3', year: 2021, mode: 'live' }, '2021 Tesla Model 3 · 36ab27d0'],
	[{ make: 'BMW', model: 'i4', year: '2023' }, '2023 BMW i4 · 36ab27d0'],
	[{ make: 'Volvo', model: null, year: null, mode: 'simulated' }, 'Volvo · 36ab27d0 (simulated)'],
	[{}, ID],
	[undefined, ID],
])('names %j', (vehicle, expected) => {
	expect(vehicleName(ID, vehicle)).toBe(expected);
});
