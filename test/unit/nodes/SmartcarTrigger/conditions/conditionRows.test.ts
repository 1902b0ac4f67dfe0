import type { IDataObject } from 'n8n-workflow';
import { parameters } from '../events';
import { area, conditionsOf, tires } from './sampleConditions';

test.each<[string, IDataObject, object]>([
	['a limit', tires, { when: 'below', limit: 200, resetAt: 200 }],
	[
		'a limit in bar',
		{ ...tires, value: 2, unit: 'bar' },
		{ when: 'below', limit: 200, resetAt: 200 },
	],
	[
		'text that is a number',
		{ ...tires, value: ' 200 ', resetAt: '220' },
		{ when: 'below', limit: 200, resetAt: 220 },
	],
	[
		'a unit as people write it',
		{ ...tires, unit: 'KPA' },
		{ when: 'below', limit: 200, resetAt: 200 },
	],
	[
		'miles',
		{ signal: 'odometer-traveleddistance', when: 'every', value: 10_000, unit: 'mi' },
		{ when: 'every', distance: 16_093.44 },
	],
	[
		'Fahrenheit',
		{ signal: 'climate-internaltemperature', when: 'above', value: 104, unit: '°F' },
		{ when: 'above', limit: 40, resetAt: 40 },
	],
	[
		'an area',
		area,
		{ when: 'leaves', center: { latitude: 52.5, longitude: 13.4 }, radius: 500, resetAt: 500 },
	],
	[
		'a boolean as text',
		{ signal: 'charge-ischarging', when: 'becomes', value: 'true' },
		{ when: 'becomes', value: true },
	],
	[
		'a text',
		{ signal: 'charge-detailedchargingstatus', when: 'becomes', value: 'FULLY_CHARGED' },
		{ when: 'becomes', value: 'FULLY_CHARGED' },
	],
	[
		'another signal',
		{
			signal: 'other',
			otherSignal: 'TractionBattery.RatedRange',
			field: 'value',
			when: 'below',
			value: 50,
		},
		{ when: 'below', limit: 50, resetAt: 50 },
	],
])('reads %s', (_what, row, rule) => {
	expect(conditionsOf(row)).toMatchObject([{ rule }]);
});

test.each<[string, IDataObject, string]>([
	['no limit', { ...tires, value: '' }, 'Value must be a number'],
	['a limit that is no number', { ...tires, value: 'low' }, 'Value must be a number, not "low"'],
	[
		'a unit of another quantity',
		{ ...tires, unit: 'km' },
		'Unit must be one of kPa, psi, bar for Tire Pressure, not "km"',
	],
	[
		'a reset below a lower limit',
		{ ...tires, resetAt: 190 },
		'Reset At must be at least 200 kPa, not 190',
	],
	[
		'a reset above an upper limit',
		{ ...tires, when: 'above', resetAt: 210 },
		'Reset At must be at most 200 kPa, not 210',
	],
	[
		'a reset that is no number',
		{ ...tires, resetAt: 'full' },
		'Reset At must be a number, not "full"',
	],
	[
		'an unknown place',
		{ ...tires, place: 'rearLeft' },
		'Place must be one of any, frontLeft, frontRight, backLeft, backRight or have the format row2Column0, not "rearLeft"',
	],
	['a place that is no text', { ...tires, place: ['frontLeft'] }, 'not ["frontLeft"]'],
	['a latitude of 91', { ...area, latitude: 91 }, 'Latitude must be between -90 and 90, not 91'],
	[
		'a longitude of -181',
		{ ...area, longitude: -181 },
		'Longitude must be between -180 and 180, not -181',
	],
	['a radius of 0', { ...area, radius: 0 }, 'Radius must be more than 0, not 0'],
	[
		'a distance of 0',
		{ signal: 'odometer-traveleddistance', when: 'every', value: 0 },
		'Value must be more than 0, not 0',
	],
	[
		'every few percent of a number that falls again',
		{ signal: 'tractionbattery-stateofcharge', when: 'every', value: 10 },
		'When must be one of: Falls Below (below), Rises Above (above), Becomes (becomes), Changes (changes)',
	],
	[
		'a limit for a list',
		{ signal: 'diagnostics-dtclist', when: 'below', value: 1 },
		'When must be one of: Changes',
	],
	[
		'an area around tires',
		{ ...tires, when: 'enters' },
		'When must be one of: Falls Below (below), Rises Above (above), Changes (changes)',
	],
	[
		'a value that is neither true nor false',
		{ signal: 'charge-ischarging', when: 'becomes', value: 'maybe' },
		'Value must be true or false',
	],
	['no signal', { when: 'below', value: 1 }, 'Signal is not chosen'],
	[
		'the code of a signal that is not in the list, and no When',
		{ signal: 'tractionbattery-ratedrange', value: 50 },
		'Signal must be the code of a listed signal, such as wheel-tires, not "tractionbattery-ratedrange". For any other signal, set signal to other and otherSignal to its code',
	],
	[
		'no code',
		{ signal: 'other', otherSignal: ' ', when: 'below', value: 1 },
		'Signal Code is empty',
	],
	[
		'a condition that a documented signal cannot have',
		{ signal: 'other', otherSignal: 'Wheel.Tires', field: 'value', when: 'becomes', value: '1' },
		'When must be one of: Falls Below (below), Rises Above (above), Changes (changes)',
	],
	[
		'the code of the location, for which the form then has no area',
		{ signal: 'other', otherSignal: 'location-preciselocation', field: 'value', when: 'changes' },
		'Choose Location in Signal: Other Signal has no fields for an area',
	],
])('rejects %s, and names the condition', (_what, row, message) => {
	expect(() => conditionsOf(tires, row)).toThrow(message);
	expect(() => conditionsOf(tires, row)).toThrow(/^Condition 2( \(.+\))?: /);
});

test.each([
	['frontLeft', 'frontLeft'],
	['row2Column0', 'row2Column0'],
	['any', undefined],
	['', undefined],
])('reads the place "%s"', (place, expected) => {
	expect(conditionsOf({ ...tires, place })[0]?.place).toBe(expected);
});

test.each<[string, IDataObject, object]>([
	['Wheel.Tires', { when: 'below', value: 200 }, { kind: 'tires', field: 'tirePressure' }],
	['closure-doors', { when: 'becomes', value: 'open' }, { kind: 'grid', field: 'isOpen' }],
	['diagnostics-abs', { when: 'becomes', value: 'ALERT' }, { kind: 'text', field: 'status' }],
	[
		'odometer-traveleddistance',
		{ when: 'every', value: 100 },
		{ kind: 'counter', field: 'value', quantity: 'distance' },
	],
])('*Other Signal* with the documented code %s is this signal', (otherSignal, row, signal) => {
	for (const field of ['value', '', undefined])
		expect(conditionsOf({ signal: 'other', otherSignal, field, ...row })).toMatchObject([
			{ signal },
		]);
});

test('*Other Signal* with another field of a documented signal has a value of any type', () => {
	const row = { signal: 'other', otherSignal: 'wheel-tires', field: 'unit', when: 'changes' };

	expect(conditionsOf(row)).toMatchObject([{ signal: { kind: 'any', field: 'unit' } }]);
});

test('at least one condition is needed for Condition Met', () => {
	expect(() => conditionsOf()).toThrow("'Condition Met' needs at least one condition");
	expect(parameters({ events: ['VEHICLE_STATE'] }).conditions).toEqual([]);
});

test('the ID of a condition changes only when what it means is edited', () => {
	const id = (row: IDataObject) => conditionsOf(row)[0]?.id;

	expect(id({ ...tires, value: 2, unit: 'bar' })).toBe(id(tires));
	expect(id({ ...tires, place: 'any' })).toBe(id(tires));
	const status = {
		signal: 'charge-detailedchargingstatus',
		when: 'becomes',
		value: 'FULLY_CHARGED',
	};
	expect(id(status)).toBe(id({ ...status, value: 'Fully_Charged ' }));
	const edited = [{ value: 201 }, { resetAt: 220 }, { place: 'frontLeft' }, { when: 'above' }];
	const ids = edited.map((change) => id({ ...tires, ...change }));
	expect(new Set([...ids, id(tires)]).size).toBe(edited.length + 1);
});

test('two equal conditions have different IDs', () => {
	const [first, second] = conditionsOf(tires, tires);

	expect(first?.id).not.toBe(second?.id);
});

test.each([
	{ latitude: 90, longitude: 180 },
	{ latitude: -90, longitude: -180 },
])('%j can be the center of an area', (center) => {
	expect(conditionsOf({ ...area, ...center })).toMatchObject([{ rule: { center } }]);
});
