import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { toConditionItem } from '../../../../../nodes/SmartcarTrigger/conditions/conditionItem';
import { observe } from '../../../../../nodes/SmartcarTrigger/conditions/observe';
import { MAX_CELLS } from '../../../../../nodes/shared/grid';
import { eventFrom } from '../../../../support/eventFrom';
import { eventWith, signal } from '../simulatedN8n';
import { conditionsOf } from './sampleConditions';

/**
 * What an event with this signal says about a condition: the state at each place, and why a value
 * is not judged.
 */
function observed(row: IDataObject, body: IDataObject) {
	const conditions = conditionsOf(row);
	const code = String(row.signal === 'other' ? row.otherSignal : row.signal);
	const event = eventFrom({ eventId: 'e-1', ...eventWith([signal(code, body)]) });
	const reasons: string[] = [];
	const observations = observe(event, conditions, (_condition, reason) => reasons.push(reason));
	const states = Object.fromEntries(observations.map(({ place, state }) => [place, state]));
	return { event, observations, states, reasons };
}

function itemsOf(row: IDataObject, body: IDataObject) {
	const { event, observations } = observed(row, body);
	return observations.map((observation) => toConditionItem(event, { observation }, {}));
}

const ODOMETER = 'odometer-traveleddistance';
const FUEL = 'internalcombustionengine-fuellevel';
const fuelBelow = (value: number) => ({ signal: FUEL, when: 'below', value, unit: '%' });

const tiresBelow = (value: number, unit = 'kPa', place = 'any') => ({
	signal: 'wheel-tires',
	when: 'below',
	value,
	unit,
	place,
});

/** Tires from the front left to the back right. */
const tires = (pressures: unknown[], unit: string) => ({
	values: pressures.map((tirePressure, index) => ({
		row: Math.floor(index / 2),
		column: index % 2,
		tirePressure,
	})),
	unit,
});

/** In the order of `tires`. */
const PLACES = ['frontLeft', 'frontRight', 'backLeft', 'backRight'];

const doorsBecome = (value: boolean, place = 'any') => ({
	signal: 'closure-doors',
	when: 'becomes',
	value,
	place,
});

describe('equal values in other units', () => {
	test.each([
		['2.3 bar and 230 kPa', tiresBelow(230), tires([2.3, 2.4], 'bar'), ['armed', 'armed']],
		['220 kPa and 2.2 bar', tiresBelow(2.2, 'bar'), tires([220, 240], 'kPa'), ['armed', 'armed']],
		['a fraction and a percentage', fuelBelow(57), { value: 0.57 }, ['armed']],
	])('%s are equal', (_what, row, body, expected) => {
		expect(Object.values(observed(row, body).states)).toEqual(expected);
	});

	test('each multiple of a distance in miles is reached', () => {
		const row = { signal: ODOMETER, when: 'every', value: 10, unit: 'mi' };
		for (const count of [1, 3, 7, 300, 1_111]) {
			const { states } = observed(row, { value: count * 10, unit: 'miles' });
			expect(states).toEqual({ '': String(count) });
		}
	});
});

test('a tire is judged by its true pressure, or the log says why it is not judged', () => {
	const units = { kPa: 1, psi: 6.894757293168361, bar: 100 };
	const kilopascals = (min: number, max: number) => fc.double({ min, max, noNaN: true });
	/** At least one tire has the pressure of a car on the road. The others can be flat. */
	const pressures = fc
		.tuple(fc.array(kilopascals(0, 500), { minLength: 1, maxLength: 3 }), kilopascals(150, 500))
		.map(([others, full]) => [...others, full]);

	fc.assert(
		fc.property(
			pressures,
			kilopascals(100, 400),
			fc.constantFrom(...Object.values(units)),
			fc.constantFrom('kPa', 'psi', 'bar', 'unknown', ''),
			(trueKpa, limit, factor, label) => {
				const sent = tires(
					trueKpa.map((value) => value / factor),
					label,
				);
				const { states, reasons } = observed(tiresBelow(limit), sent);

				for (const [index, place] of PLACES.slice(0, trueKpa.length).entries()) {
					const value = trueKpa[index] ?? NaN;
					// Converting to the unit and back can change the last digits.
					if (Math.abs(value - limit) < 0.001) continue;
					if (place in states) expect(states[place]).toBe(value < limit ? 'fired' : 'armed');
					else expect(reasons).not.toEqual([]);
				}
			},
		),
		{ numRuns: 2_000 },
	);
});

describe('a value that cannot be used does not silence the other places', () => {
	test('a door without the field', () => {
		const values = [
			{ row: 0, column: 0, isOpen: true },
			{ row: 0, column: 1, isLocked: true },
		];
		const { states, reasons } = observed(doorsBecome(true), { values });

		expect(states).toEqual({ frontLeft: 'fired' });
		expect(reasons).toEqual([]);
	});

	const oddDoors = {
		values: [
			{ row: 0, column: 0, isOpen: 'ajar' },
			{ row: 0, column: 1, isOpen: true },
		],
	};

	test('a door with a value of another type, which is reported', () => {
		const { states, reasons } = observed(doorsBecome(true), oddDoors);

		expect(states).toEqual({ frontRight: 'fired' });
		expect(reasons).toEqual(['expected true or false for frontLeft, but the event has text']);
	});

	test('is not reported for a condition of another place', () => {
		expect(observed(doorsBecome(true, 'frontRight'), oddDoors).reasons).toEqual([]);
	});

	test('a tire with a value of another type, which is reported', () => {
		const body = tires([{ kPa: 178 }, 178, null, 220], 'kPa');
		const { states, reasons } = observed(tiresBelow(200), body);

		expect(states).toEqual({ frontRight: 'fired', backRight: 'armed' });
		expect(reasons).toEqual(['expected a number for frontLeft, but the event has an object']);
	});

	test('a tire without a place, which is reported', () => {
		const values = [
			{ row: 0, column: 0, tirePressure: 178 },
			{ row: 'front', column: 1, tirePressure: 178 },
		];
		const { states, reasons } = observed(tiresBelow(200), { values });

		expect(states).toEqual({ frontLeft: 'fired' });
		expect(reasons).toEqual(['expected a row and a column of its own for each of the values']);
	});

	test('a tire that is listed twice counts once, and is reported', () => {
		const values = [
			{ row: 0, column: 0, tirePressure: 178 },
			{ row: 0, column: 0, tirePressure: 230 },
		];
		const { states, reasons } = observed(tiresBelow(200), { values });

		expect(states).toEqual({ frontLeft: 'armed' });
		expect(reasons).toEqual(['expected a row and a column of its own for each of the values']);
	});

	test('null instead of the tires is not reported', () => {
		const { states, reasons } = observed(tiresBelow(200), { values: null });

		expect([states, reasons]).toEqual([{}, []]);
	});

	test.each([
		['bar', [2.4, 2.5, 2.4, 655.35]],
		['kPa', [240, 250, 240, 655.35]],
	])('a tire whose value marks a missing one, which is reported: %s', (unit, pressures) => {
		const { states, reasons } = observed(tiresBelow(200), tires(pressures, unit));

		expect(states).toEqual({ frontLeft: 'armed', frontRight: 'armed', backLeft: 'armed' });
		expect(reasons).toEqual(['the event has the impossible pressure 655.35 for backRight']);
	});

	test('tires of which most or all mark a missing value', () => {
		const one = observed(tiresBelow(200), tires([2.4, 655.35, 655.35, 655.35], 'bar'));
		const none = observed(tiresBelow(200), tires([655.35, 655.35, 655.35, 655.35], 'kPa'));

		expect(one.states).toEqual({ frontLeft: 'armed' });
		expect(none.states).toEqual({});
	});

	test('a pressure beside usual ones that is a little higher', () => {
		const { states } = observed(tiresBelow(550), tires([500, 500, 520, 620], 'kPa'));

		expect(states).toMatchObject({ backRight: 'armed' });
	});

	test('a truck, whose pressures are higher', () => {
		const { states } = observed(tiresBelow(750), tires([800, 850, 700, 250], 'kPa'));

		expect(states).toEqual({
			frontLeft: 'armed',
			frontRight: 'armed',
			backLeft: 'fired',
			backRight: 'fired',
		});
	});
});

test('a tire pressure, a row and a column can be text', () => {
	const values = [{ row: '0', column: '0', tirePressure: '178' }];

	const { states, reasons } = observed(tiresBelow(200), { values });

	expect(states).toEqual({ frontLeft: 'fired' });
	expect(reasons).toEqual([]);
});

test.each([
	['tractionbattery-stateofcharge', -1, 'percent', 'an impossible negative value'],
	['tractionbattery-range', -1, 'km', 'an impossible negative value'],
	['internalcombustionengine-fuellevel', 255, 'percent', 'the impossible percentage 255'],
])('an impossible value of %s is ignored: %d', (signal, value, unit, reason) => {
	const row = { signal, when: 'below', value: 20 };
	const { states, reasons } = observed(row, { value, unit });

	expect(states).toEqual({});
	expect(reasons).toEqual([`the event has ${reason}`]);
});

test('a temperature can be negative, and a percentage a little above 100', () => {
	const temperature = {
		signal: 'climate-externaltemperature',
		when: 'below',
		value: 0,
		unit: '°C',
	};
	const charge = { signal: 'tractionbattery-stateofcharge', when: 'above', value: 80 };

	expect(observed(temperature, { value: -5, unit: 'celsius' }).states).toEqual({ '': 'fired' });
	expect(observed(charge, { value: 101, unit: 'percent' }).states).toEqual({ '': 'fired' });
});

test.each([
	[0, 'km', 'an odometer of 0'],
	[16_777_215, 'km', 'the impossible odometer 16777215 km'],
	[5_000_000, 'mi', 'the impossible odometer 8046720 km'],
])('an odometer of %d %s is a missing value', (value, unit, reason) => {
	const row = { signal: ODOMETER, when: 'every', value: 15_000, unit: 'km' };
	const { states, reasons } = observed(row, { value, unit });

	expect(states).toEqual({});
	expect(reasons).toEqual([`the event has ${reason}`]);
});

test('a truck can have driven millions of kilometers', () => {
	const row = { signal: ODOMETER, when: 'above', value: 3_000_000, unit: 'km' };
	expect(observed(row, { value: 4_900_000, unit: 'km' }).states).toEqual({ '': 'fired' });
});

test.each([
	['Fully charged', 'FULLY_CHARGED', 'fired'],
	['FULLY_CHARGED', 'fully_charged', 'fired'],
	['Not charging', 'CHARGING', 'armed'],
])('*Becomes* %s with the text %s is %s', (value, sent, state) => {
	const row = { signal: 'charge-detailedchargingstatus', when: 'becomes', value };

	expect(observed(row, { value: sent }).states).toEqual({ '': state });
});

test('a text in another case is no change', () => {
	const row = { signal: 'charge-chargeportstatuscolor', when: 'changes' };

	const { states } = observed(row, { value: 'GREEN' });

	expect(states['']).toBeDefined();
	expect(observed(row, { value: 'green' }).states).toEqual(states);
});

test.each([
	['reading', { retrievedAt: '2026-11-01T00:00:00.000Z', ingestedAt: '2026-11-02T00:00:00.000Z' }],
	[
		'storing, if it does not say when it read the signal',
		{ ingestedAt: '2026-11-01T00:00:00.000Z' },
	],
])("a value with a time in the future is ordered by the time of Smartcar's %s", (_what, meta) => {
	const oemUpdatedAt = '2100-01-01T00:00:00.000Z';
	const sent = signal(FUEL, { value: 9 }, { meta: { oemUpdatedAt, ...meta } });
	const event = eventFrom({ eventId: 'e-1', ...eventWith([sent]) });

	expect(observe(event, conditionsOf(fuelBelow(10)), () => undefined)).toMatchObject([
		{ oemUpdatedAt, orderedBy: '2026-11-01T00:00:00.000Z' },
	]);
});

test.each([
	['of version 3.0', { percentage: 9 }, { '': 'fired' }],
	['with both fields', { value: 80, percentage: 9 }, { '': 'armed' }],
	['that is not known', { value: null }, {}],
])('a percentage %s', (_what, body, expected) => {
	const { states, reasons } = observed(fuelBelow(10), body);

	expect(states).toEqual(expected);
	expect(reasons).toEqual([]);
});

describe('a percentage', () => {
	test.each([
		fuelBelow(20),
		{ ...fuelBelow(20), when: 'above' },
		{ ...fuelBelow(20), when: 'changes' },
	])('of 1 or a little more is not judged without a unit: it can be 1% or 100% (%j)', (row) => {
		for (const value of [1, 1.1]) {
			const { states, reasons } = observed(row, { value });

			expect(states).toEqual({});
			expect(reasons).toEqual(['the unit of the value is uncertain']);
		}
	});

	test.each([0.19, 1.11])('of %d is judged without a unit, too', (value) => {
		expect(observed(fuelBelow(20), { value }).states).toEqual({ '': 'fired' });
	});

	test('of 1 with a unit is 1%', () => {
		const body = { value: 1, unit: 'percent' };

		expect(observed(fuelBelow(20), body).states).toEqual({ '': 'fired' });
		expect(itemsOf(fuelBelow(20), body)).toEqual([
			expect.not.objectContaining({ unitUncertain: true }),
		]);
	});
});

describe('the item of a condition', () => {
	test('says that the unit is uncertain', () => {
		expect(itemsOf(tiresBelow(300), tires([36], 'kPa'))).toEqual([
			expect.objectContaining({ value: 248.2, unit: 'kPa', unitUncertain: true }),
		]);
	});

	test('does not say so if the unit is certain or the value is 0', () => {
		for (const body of [tires([220, 240], 'kPa'), tires([0, 110], 'psi')]) {
			const [item] = itemsOf(tiresBelow(300), body);
			expect(item).toBeDefined();
			expect(item).not.toHaveProperty('unitUncertain');
		}
	});
});

describe('a vehicle with three axles', () => {
	const threeAxles = tires([240, 240, 178, 240, 240, 240], 'kPa');

	test('has places by row and column', () => {
		const { states } = observed(tiresBelow(200), threeAxles);

		expect(states).toMatchObject({ row0Column0: 'armed', row1Column0: 'fired' });
	});

	test('has no back left tire, which is reported', () => {
		const { states, reasons } = observed(tiresBelow(200, 'kPa', 'backLeft'), threeAxles);

		expect(states).toEqual({});
		expect(reasons).toEqual([
			'expected backLeft, but the event has row0Column0, row0Column1, row1Column0, row1Column1, row2Column0, row2Column1',
		]);
	});
});

test('a vehicle with two axles has no place by row and column, which is reported', () => {
	const row = tiresBelow(200, 'kPa', 'row0Column0');
	const { states, reasons } = observed(row, tires([120, 240, 240, 240], 'kPa'));

	expect(states).toEqual({});
	expect(reasons).toEqual([
		'expected row0Column0, but the event has frontLeft, frontRight, backLeft, backRight',
	]);
});

test('the order of a list does not matter', () => {
	const row = { signal: 'diagnostics-dtclist', when: 'changes' };
	const [first, second] = [{ code: 'P0420' }, { code: 'P0171' }];
	const { states } = observed(row, { values: [first, second] });

	expect(states['']).toBeDefined();
	expect(observed(row, { values: [second, first] }).states).toEqual(states);
	expect(observed(row, { values: [second] }).states).not.toEqual(states);
});

test.each([
	['diagnostics-dtclist', 'values', [{ code: 'P0420', at: 1 }], [{ at: 1, code: 'P0420' }]],
	['a-b', 'value', { on: true, at: { h: 1, m: 2 } }, { at: { m: 2, h: 1 }, on: true }],
])('the order of the keys of %s does not matter', (signal, field, first, second) => {
	const row = { signal, when: 'changes' };
	const { states } = observed(row, { [field]: first });

	expect(states['']).toBeDefined();
	expect(observed(row, { [field]: second }).states).toEqual(states);
});

test('a list can become one in another order', () => {
	const row = { signal: 'a-b', when: 'becomes', value: '["a","b"]' };

	expect(observed(row, { value: ['b', 'a'] }).states).toEqual({ '': 'fired' });
});

test.each([
	['tractionbattery-stateofcharge', 'percent'],
	['tractionbattery-range', 'km'],
	['motion-currentspeed', 'km/h'],
])('a %s of 0 is not taken for a missing value', (signal, unit) => {
	const { states, reasons } = observed({ signal, when: 'below', value: 20 }, { value: 0, unit });

	expect(states).toEqual({ '': 'fired' });
	expect(reasons).toEqual([]);
});

test.each([
	{ latitude: 0, longitude: 14 },
	{ latitude: 51, longitude: 0 },
])('a position on the equator or the prime meridian is not a missing one: %j', (position) => {
	const code = 'location-preciselocation';
	const row = { signal: code, when: 'leaves', latitude: 52, longitude: 13, radius: 500 };

	expect(observed(row, position).states).toEqual({ '': 'fired' });
});

test('tires that are beyond the limit in all but one of their possible units are not judged', () => {
	const { states, reasons } = observed(tiresBelow(50), tires([0.5, 0.5], ''));

	expect(states).toEqual({});
	expect(reasons).toEqual([
		'the unit of frontLeft is uncertain',
		'the unit of frontRight is uncertain',
	]);
});

test('a percentage of 110 is possible', () => {
	const row = { signal: 'tractionbattery-stateofcharge', when: 'above', value: 80 };

	expect(observed(row, { value: 110, unit: 'percent' }).states).toEqual({ '': 'fired' });
});

test('a number that is too large for JSON is no value', () => {
	const row = { signal: ODOMETER, when: 'above', value: 10 };
	const { states, reasons } = observed(row, JSON.parse('{"value":1e999,"unit":"km"}'));

	expect(states).toEqual({});
	expect(reasons).toEqual(['expected a number, but the event has a number that is too large']);
});

const FIJI = { latitude: -17, longitude: 179.9 };
const BERLIN = { latitude: 52.52, longitude: 13.405 };
/** Not in the order of their places. */
const FRONT_TIRES = {
	values: [
		{ row: 0, column: 1, tirePressure: 262 },
		{ row: 0, column: 0, tirePressure: 178 },
	],
	unit: 'bar',
};

test.each<[string, IDataObject, IDataObject, Array<string | undefined>]>([
	[
		'one wheel',
		{ signal: 'wheel-tires', when: 'below', value: 200, place: 'frontRight' },
		FRONT_TIRES,
		['armed'],
	],
	[
		'any wheel',
		{ signal: 'wheel-tires', when: 'below', value: 200 },
		FRONT_TIRES,
		['fired', 'armed'],
	],
	[
		'the limit itself',
		{ signal: ODOMETER, when: 'above', value: 100, unit: 'km' },
		{ value: 100 },
		['armed'],
	],
	[
		'a value between the limit and the reset',
		{ signal: ODOMETER, when: 'above', value: 100, resetAt: 50, unit: 'km' },
		{ value: 60 },
		[undefined],
	],
	[
		'a label of another system',
		{ signal: ODOMETER, when: 'above', value: 100, unit: 'km' },
		{ value: 63, unit: 'miles' },
		['fired'],
	],
	[
		'a label nobody knows',
		{ signal: ODOMETER, when: 'above', value: 100, unit: 'km' },
		{ value: 63, unit: 'li' },
		['armed'],
	],
	[
		'a number as text',
		{ signal: ODOMETER, when: 'above', value: 100, unit: 'km' },
		{ value: '101' },
		['fired'],
	],
	[
		'a number with a rounding error of the car',
		{ signal: 'other', otherSignal: 'a-b', when: 'above', value: 0.3 },
		{ value: 0.1 + 0.2 },
		['armed'],
	],
	[
		'a number with a rounding error of the car that is to become another one',
		{ signal: 'other', otherSignal: 'a-b', when: 'becomes', value: '0.3' },
		{ value: 0.1 + 0.2 },
		['fired'],
	],
	[
		'a fraction without a unit',
		{ signal: 'internalcombustionengine-fuellevel', when: 'below', value: 20, unit: '%' },
		{ value: 0.64 },
		['armed'],
	],
	[
		'inside a circle',
		{ signal: 'location-preciselocation', when: 'enters', ...BERLIN, radius: 100 },
		{ latitude: 52.5203, longitude: 13.405 },
		['fired'],
	],
	[
		'outside a circle',
		{ signal: 'location-preciselocation', when: 'enters', ...BERLIN, radius: 100 },
		{ latitude: 52.522, longitude: 13.405 },
		['armed'],
	],
	['null', { signal: 'charge-ischarging', when: 'becomes', value: true }, { value: null }, []],
	[
		'a position that the car does not know',
		{ signal: 'location-preciselocation', when: 'enters', ...BERLIN, radius: 100 },
		{ latitude: null, longitude: null },
		[],
	],
	[
		'a position whose latitude the car does not know',
		{ signal: 'location-preciselocation', when: 'enters', ...BERLIN, radius: 100 },
		{ ...BERLIN, latitude: null },
		[],
	],
	[
		'a position whose longitude the car does not know',
		{ signal: 'location-preciselocation', when: 'enters', ...BERLIN, radius: 100 },
		{ ...BERLIN, longitude: null },
		[],
	],
	[
		'a position across the 180th meridian',
		{ signal: 'location-preciselocation', when: 'enters', ...FIJI, radius: 30_000 },
		{ latitude: -17, longitude: -179.9 },
		['fired'],
	],
	[
		'a field of another signal',
		{ signal: 'other', otherSignal: 'x-y', field: 'a.b', when: 'above', value: 1 },
		{ a: { b: 2 } },
		['fired'],
	],
	[
		'the status of a lamp',
		{ signal: 'diagnostics-tirepressure', when: 'becomes', value: 'ALERT' },
		{ status: 'ALERT' },
		['fired'],
	],
])('judges %s', (_what, row, body, states) => {
	const { observations, reasons } = observed(row, body);

	expect(observations.map(({ state }) => state)).toEqual(states);
	expect(reasons).toEqual([]);
});

test.each<[string, IDataObject, IDataObject, string]>([
	['text', { signal: ODOMETER, when: 'above', value: 1 }, { value: 'far' }, 'expected a number'],
	['no value', { signal: ODOMETER, when: 'above', value: 1 }, {}, 'expected a number'],
	[
		'a number',
		{ signal: 'charge-ischarging', when: 'becomes', value: true },
		{ value: 1 },
		'expected true or false, but the event has a number',
	],
	[
		'a boolean',
		{ signal: ODOMETER, when: 'above', value: 1 },
		{ value: true },
		'expected a number, but the event has true',
	],
	[
		'no position',
		{ signal: 'location-preciselocation', when: 'leaves', ...BERLIN, radius: 5 },
		{},
		'latitude and longitude',
	],
	[
		'half a position',
		{ signal: 'location-preciselocation', when: 'leaves', ...BERLIN, radius: 5 },
		{ latitude: 52.5 },
		'expected latitude and longitude, but the event has nothing',
	],
	[
		'a position that does not exist',
		{ signal: 'location-preciselocation', when: 'leaves', ...BERLIN, radius: 5 },
		{ latitude: 91, longitude: 181 },
		'the event has an impossible position',
	],
	[
		'a position whose longitude does not exist',
		{ signal: 'location-preciselocation', when: 'leaves', ...BERLIN, radius: 5 },
		{ latitude: 52.5, longitude: 181 },
		'the event has an impossible position',
	],
	[
		'a position of zeros, which marks a missing one',
		{ signal: 'location-preciselocation', when: 'leaves', ...BERLIN, radius: 5 },
		{ latitude: 0, longitude: 0 },
		'the event has an impossible position',
	],
	[
		'no list',
		{ signal: 'wheel-tires', when: 'below', value: 200 },
		{ values: 'none' },
		'a list of values',
	],
	[
		'more tires than a vehicle can have',
		{ signal: 'wheel-tires', when: 'below', value: 200 },
		{
			values: Array.from({ length: MAX_CELLS + 1 }, (_, row) => ({
				row,
				column: 0,
				tirePressure: 178,
			})),
			unit: 'kPa',
		},
		`expected at most ${MAX_CELLS} values`,
	],
	[
		'a field of another signal inside null',
		{ signal: 'other', otherSignal: 'x-y', field: 'a.b', when: 'above', value: 1 },
		{ a: null },
		'expected a number, but the event has nothing',
	],
	[
		'another signal without the field',
		{ signal: 'other', otherSignal: 'x-y', when: 'changes' },
		{},
		'expected a value, but the event has nothing',
	],
	[
		'an open unit',
		{ signal: 'wheel-tires', when: 'below', value: 200 },
		{ values: [{ row: 0, column: 0, tirePressure: 36 }], unit: 'kPa' },
		'the unit of frontLeft is uncertain',
	],
])('does not judge %s', (_what, row, body, reason) => {
	const { observations, reasons } = observed(row, body);

	expect(observations).toEqual([]);
	expect(reasons).toEqual([expect.stringContaining(reason)]);
});

test.each([
	[70, '°F', 21.1, 'fired'],
	[70, '°F', 21.11, 'fired'],
	[72, '°F', 22.222_222, 'fired'],
	[70, '°F', 21, 'armed'],
	[70, '°F', 21.2, 'armed'],
	[21, '°C', 21.04, 'armed'],
])('Becomes %d %s, and the car is at %d °C: %s', (value, unit, celsius, state) => {
	const row = { signal: 'hvac-cabintargettemperature', when: 'becomes', value, unit };

	expect(observed(row, { value: celsius, unit: 'celsius' }).states).toEqual({ '': state });
});

test('0 is not false for Becomes', () => {
	const row = { signal: 'other', otherSignal: 'a-b', when: 'becomes', value: false };

	expect(observed(row, { value: 0 }).states).toEqual({ '': 'armed' });
	expect(observed(row, { value: false }).states).toEqual({ '': 'fired' });
});
