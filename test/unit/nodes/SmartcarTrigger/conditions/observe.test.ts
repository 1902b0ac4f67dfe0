import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { toConditionItem } from '../../../../../nodes/SmartcarTrigger/conditions/conditionItem';
import { observe } from '../../../../../nodes/SmartcarTrigger/conditions/observe';
import { parseEvent } from '../../../../../nodes/SmartcarTrigger/event/parser';
import { parameters } from '../events';
import { eventWith, signal } from '../simulatedN8n';

/** What an event with this signal says about a condition: the state at each place, and the log. */
function observed(row: IDataObject, body: IDataObject) {
	const { conditions } = parameters({ events: ['CONDITION_MET'], conditions: { values: [row] } });
	const event = parseEvent({ eventId: 'e-1', ...eventWith([signal(String(row.signal), body)]) });
	const reasons: string[] = [];
	const observations = observe(event, conditions, (_condition, reason) => reasons.push(reason));
	const states = Object.fromEntries(observations.map(({ place, state }) => [place, state]));
	const items = observations.map((observation) => toConditionItem(event, { observation }));
	return { states, reasons, items };
}

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
		const row = { signal: 'odometer-traveleddistance', when: 'every', value: 10, unit: 'mi' };
		for (const count of [1, 3, 7, 300, 1_111]) {
			const { states } = observed(row, { value: count * 10, unit: 'miles' });
			expect(states).toEqual({ '': String(count) });
		}
	});
});

test('a tire is on the true side of the limit, or the log says why it is not judged', () => {
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
		expect(reasons).toEqual(['expected a row and a column for each of the values']);
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
])('a value of %s that marks a missing one is ignored: %d', (signal, value, unit, reason) => {
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
	const row = { signal: 'odometer-traveleddistance', when: 'every', value: 15_000, unit: 'km' };
	const { states, reasons } = observed(row, { value, unit });

	expect(states).toEqual({});
	expect(reasons).toEqual([`the event has ${reason}`]);
});

test('a truck can have driven millions of kilometers', () => {
	const row = { signal: 'odometer-traveleddistance', when: 'above', value: 3_000_000, unit: 'km' };
	expect(observed(row, { value: 4_900_000, unit: 'km' }).states).toEqual({ '': 'fired' });
});

test.each([
	['becomes', 'Fully charged', 'FULLY_CHARGED', 'fired'],
	['becomes', 'FULLY_CHARGED', 'fully_charged', 'fired'],
	['becomes', 'Not charging', 'CHARGING', 'armed'],
])('a text %s %s: with %s it is %s', (when, value, sent, state) => {
	const row = { signal: 'charge-detailedchargingstatus', when, value };

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
])("a time in the future is ordered by that of Smartcar's %s", (_what, meta) => {
	const { conditions } = parameters({
		events: ['CONDITION_MET'],
		conditions: { values: [fuelBelow(10)] },
	});
	const updatedAt = '2100-01-01T00:00:00.000Z';
	const sent = signal(FUEL, { value: 9 }, { meta: { oemUpdatedAt: updatedAt, ...meta } });
	const event = parseEvent({ eventId: 'e-1', ...eventWith([sent]) });

	expect(observe(event, conditions, () => undefined)).toMatchObject([
		{ updatedAt, orderedBy: '2026-11-01T00:00:00.000Z' },
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

describe('a percentage of 1, or a little more, without a unit', () => {
	test.each([
		fuelBelow(20),
		{ ...fuelBelow(20), when: 'above' },
		{ ...fuelBelow(20), when: 'changes' },
	])('is not judged, because it can be 1% or 100%: %j', (row) => {
		for (const value of [1, 1.1]) {
			const { states, reasons } = observed(row, { value });

			expect(states).toEqual({});
			expect(reasons).toEqual(['the unit of the value is ambiguous']);
		}
	});

	test.each([0.19, 1.11])('is certain if it is another number: %d', (value) => {
		expect(observed(fuelBelow(20), { value }).states).toEqual({ '': 'fired' });
	});

	test('is 1% with the unit', () => {
		const { states, items } = observed(fuelBelow(20), { value: 1, unit: 'percent' });

		expect(states).toEqual({ '': 'fired' });
		expect(items).toEqual([expect.not.objectContaining({ unitUncertain: true })]);
	});
});

describe('the item of a condition', () => {
	test('says that the unit is uncertain', () => {
		const { items } = observed(tiresBelow(300), tires([36], 'kPa'));

		expect(items).toEqual([
			expect.objectContaining({ value: 248.2, unit: 'kPa', unitUncertain: true }),
		]);
	});

	test('does not say so of a certain unit, nor of 0', () => {
		for (const body of [tires([220, 240], 'kPa'), tires([0, 110], 'psi')]) {
			const [item] = observed(tiresBelow(300), body).items;
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
])('a %s of 0 is a value', (signal, unit) => {
	const { states, reasons } = observed({ signal, when: 'below', value: 20 }, { value: 0, unit });

	expect(states).toEqual({ '': 'fired' });
	expect(reasons).toEqual([]);
});

test.each([
	{ latitude: 0, longitude: 14 },
	{ latitude: 51, longitude: 0 },
])('a position on the equator or the prime meridian is no missing one: %j', (position) => {
	const code = 'location-preciselocation';
	const row = { signal: code, when: 'leaves', latitude: 52, longitude: 13, radius: 500 };

	expect(observed(row, position).states).toEqual({ '': 'fired' });
});

test('tires that are beyond the limit in all but one of their possible units are not judged', () => {
	const { states, reasons } = observed(tiresBelow(50), tires([0.5, 0.5], ''));

	expect(states).toEqual({});
	expect(reasons).toEqual([
		'the unit of frontLeft is ambiguous',
		'the unit of frontRight is ambiguous',
	]);
});

test('a percentage of 110 is possible', () => {
	const row = { signal: 'tractionbattery-stateofcharge', when: 'above', value: 80 };

	expect(observed(row, { value: 110, unit: 'percent' }).states).toEqual({ '': 'fired' });
});

test('a number that is too large for JSON is no value', () => {
	const row = { signal: 'odometer-traveleddistance', when: 'above', value: 10 };
	const { states, reasons } = observed(row, JSON.parse('{"value":1e999,"unit":"km"}'));

	expect(states).toEqual({});
	expect(reasons).toEqual(['expected a number, but the event has a number']);
});
