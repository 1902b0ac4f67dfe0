import type { IDataObject } from 'n8n-workflow';
import { toConditionItem } from '../../../../../nodes/SmartcarTrigger/conditions/conditionItem';
import {
	describeCondition,
	describeUnmet,
} from '../../../../../nodes/SmartcarTrigger/conditions/conditionMessage';
import { observe } from '../../../../../nodes/SmartcarTrigger/conditions/observe';
import type { Value } from '../../../../../nodes/SmartcarTrigger/conditions/readPlaces';
import { eventFrom } from '../../../../support/eventFrom';
import { eventWith, signal } from '../simulatedN8n';
import { conditionsOf } from './sampleConditions';

const TIRES = {
	values: [
		{ row: 0, column: 1, tirePressure: 262 },
		{ row: 0, column: 0, tirePressure: 178 },
	],
	unit: 'bar',
};
const CHARGE_RECORDS = {
	values: Array.from({ length: 5 }, (_, index) => ({ id: `record-${index}`, energy: 20.5 })),
};
const ODOMETER = 'odometer-traveleddistance';
const BERLIN = { latitude: 52.52, longitude: 13.405 };

/** All that an event with this signal says about a condition. */
function observeAll(row: IDataObject, body: IDataObject) {
	const conditions = conditionsOf(row);
	const code = String(row.signal === 'other' ? row.otherSignal : row.signal);
	const event = eventFrom({ eventId: 'e-1', ...eventWith([signal(code, body)]) });
	const observations = observe(event, conditions, () => undefined);
	return { event, conditions, observations };
}

/** What an event with this signal says about a condition, at the first place only. */
function observeOne(row: IDataObject, body: IDataObject) {
	const { event, observations } = observeAll(row, body);
	const [observation] = observations;
	if (!observation) throw new Error('The event says nothing about the condition');
	return { event, observation };
}

test.each<[string, IDataObject, IDataObject, string]>([
	[
		'kPa and psi',
		{ signal: 'wheel-tires', when: 'below', value: 200, unit: 'kPa', place: 'frontLeft' },
		TIRES,
		'2021 Tesla Model 3: front left tire is at 178 kPa (25.8 psi), below 200 kPa',
	],
	[
		'bar and psi',
		{ signal: 'wheel-tires', when: 'below', value: 2, unit: 'bar', place: 'frontLeft' },
		TIRES,
		'2021 Tesla Model 3: front left tire is at 1.78 bar (25.8 psi), below 2 bar',
	],
	[
		'an uncertain unit',
		{ signal: 'wheel-tires', when: 'below', value: 200, unit: 'kPa' },
		{ values: [{ row: 0, column: 0, tirePressure: 25 }], unit: 'kPa' },
		'2021 Tesla Model 3: front left tire is at 172.4 kPa (25 psi; the unit is uncertain), below 200 kPa',
	],
	[
		'percent',
		{ signal: 'tractionbattery-stateofcharge', when: 'below', value: 20, unit: '%' },
		{ value: 18, unit: 'percent' },
		'2021 Tesla Model 3: battery level is at 18%, below 20%',
	],
	[
		'miles',
		{ signal: 'tractionbattery-range', when: 'below', value: 30, unit: 'mi' },
		{ value: 40, unit: 'km' },
		'2021 Tesla Model 3: electric range is at 24.9 mi (40 km), below 30 mi',
	],
	[
		'degrees',
		{ signal: 'climate-internaltemperature', when: 'above', value: 40, unit: '°C' },
		{ value: 41.5, unit: 'celsius' },
		'2021 Tesla Model 3: inside temperature is at 41.5 °C (106.7 °F), above 40 °C',
	],
	[
		'a service interval',
		{ signal: ODOMETER, when: 'every', value: 15_000, unit: 'km' },
		{ value: 30_012, unit: 'km' },
		'2021 Tesla Model 3: odometer has passed 30,000 km and is at 30,012 km (18,648.6 mi)',
	],
	[
		'a boolean of the vehicle',
		{ signal: 'charge-ischarging', when: 'becomes', value: 'false' },
		{ value: false },
		'2021 Tesla Model 3 is not charging',
	],
	[
		'a door',
		{ signal: 'closure-doors', when: 'becomes', value: 'true' },
		{ values: [{ row: 1, column: 0, isOpen: true, isLocked: false }] },
		'2021 Tesla Model 3: back left door is open',
	],
	[
		'the lock of a door',
		{
			signal: 'other',
			otherSignal: 'closure-doors',
			field: 'isLocked',
			when: 'becomes',
			value: 'false',
		},
		{ values: [{ row: 1, column: 0, isOpen: true, isLocked: false }] },
		'2021 Tesla Model 3: back left door is unlocked',
	],
	[
		'a door of a car with three rows',
		{ signal: 'closure-doors', when: 'becomes', value: 'true' },
		{ values: [{ row: 1, column: 1, isOpen: true }], rowCount: 3 },
		'2021 Tesla Model 3: middle right door is open',
	],
	[
		'a tire of a car with three axles',
		{ signal: 'wheel-tires', when: 'below', value: 200, unit: 'kPa' },
		{ values: [{ row: 2, column: 0, tirePressure: 178 }], unit: 'kPa' },
		'2021 Tesla Model 3: back left tire is at 178 kPa (25.8 psi), below 200 kPa',
	],
	[
		'row and column of a tire that has no usual name',
		{ signal: 'wheel-tires', when: 'below', value: 200, unit: 'kPa' },
		{ values: [{ row: 1, column: 3, tirePressure: 178 }], unit: 'kPa' },
		'2021 Tesla Model 3: tire at row 1, column 3 is at 178 kPa (25.8 psi), below 200 kPa',
	],
	[
		'a text',
		{ signal: 'charge-detailedchargingstatus', when: 'becomes', value: 'fully_charged' },
		{ value: 'FULLY_CHARGED' },
		'2021 Tesla Model 3: charging status is fully charged',
	],
	[
		'the limit in °F, as the user has entered it',
		{ signal: 'climate-externaltemperature', when: 'below', value: 40, unit: '°F' },
		{ value: 2, unit: 'celsius' },
		'2021 Tesla Model 3: outside temperature is at 35.6 °F (2 °C), below 40 °F',
	],
	[
		'an area',
		{ signal: 'location-preciselocation', when: 'leaves', ...BERLIN, radius: 500 },
		{ latitude: 52.53, longitude: 13.405 },
		'2021 Tesla Model 3 is outside the area around 52.52, 13.405: it is 1.1 km (0.7 mi) from the center, and the radius is 500 m (1640 ft)',
	],
	[
		'only that a long list has changed',
		{ signal: 'charge-chargerecords', when: 'changes' },
		CHARGE_RECORDS,
		'2021 Tesla Model 3 reports a change: charge records',
	],
	[
		'the field of another signal',
		{ signal: 'other', otherSignal: 'a-b', when: 'above', value: 180, field: 'heading' },
		{ heading: 190 },
		'2021 Tesla Model 3: a-b (heading) is at 190, above 180',
	],
	[
		'a text that is no code',
		{ signal: 'charge-detailedchargingstatus', when: 'becomes', value: 'waiting for Plug' },
		{ value: 'Waiting for Plug' },
		'2021 Tesla Model 3: charging status is "Waiting for Plug"',
	],
	[
		'a text with digits, which may be an ID',
		{ signal: 'vehicleidentification-vin', when: 'becomes', value: '5YJ3E1EA7MF000001' },
		{ value: '5YJ3E1EA7MF000001' },
		'2021 Tesla Model 3: VIN is "5YJ3E1EA7MF000001"',
	],
	[
		'an abbreviation in capitals',
		{ signal: 'diagnostics-evhvbattery', when: 'becomes', value: 'ALERT' },
		{ status: 'ALERT' },
		'2021 Tesla Model 3: EV high-voltage battery reports ALERT',
	],
	[
		'the codes of a list',
		{ signal: 'diagnostics-dtclist', when: 'changes' },
		{ values: [{ code: 'P0420', timestamp: null }, { code: 'P0300' }] },
		'2021 Tesla Model 3: diagnostics DTC list is P0420, P0300',
	],
	[
		'the texts of a list',
		{ signal: 'vehicleidentification-packages', when: 'changes' },
		{ values: ['Sport', 'Winter'] },
		'2021 Tesla Model 3: vehicle identification packages are Sport, Winter',
	],
	[
		'only that an object has changed',
		{ signal: 'other', otherSignal: 'a-b', when: 'changes', field: 'c' },
		{ c: { d: 1 } },
		'2021 Tesla Model 3 reports a change: a-b (c)',
	],
	[
		'a name that looks like a list',
		{ signal: 'vehicleidentification-nickname', when: 'changes' },
		{ value: '[Home]' },
		'2021 Tesla Model 3: vehicle identification nickname is "[Home]"',
	],
	[
		'one colon for a signal without an everyday name',
		{ signal: 'vehicleidentification-nickname', when: 'becomes', value: 'Bob' },
		{ value: 'Bob' },
		'2021 Tesla Model 3: vehicle identification nickname is "Bob"',
	],
	[
		'no minus sign for a zero',
		{ signal: 'climate-externaltemperature', when: 'below', value: 2, unit: '°C' },
		{ value: -0.04, unit: 'celsius' },
		'2021 Tesla Model 3: outside temperature is at 0 °C (31.9 °F), below 2 °C',
	],
	[
		'a limit with separators',
		{ signal: ODOMETER, when: 'above', value: 10_000, unit: 'km' },
		{ value: 10_000.01, unit: 'km' },
		'2021 Tesla Model 3: odometer is at 10,000.01 km (6213.7 mi), above 10,000 km',
	],
	[
		'a distance close to the radius',
		{ signal: 'location-preciselocation', when: 'leaves', ...BERLIN, radius: 1_100 },
		{ latitude: 52.529_9, longitude: 13.405 },
		'2021 Tesla Model 3 is outside the area around 52.52, 13.405: it is 1.101 km (0.7 mi) from the center, and the radius is 1.1 km (0.7 mi)',
	],
	[
		'an area in which the car is',
		{ signal: 'location-preciselocation', when: 'enters', ...BERLIN, radius: 500 },
		{ latitude: 52.523, longitude: 13.405 },
		'2021 Tesla Model 3 is in the area around 52.52, 13.405: it is 334 m (1094 ft) from the center, and the radius is 500 m (1640 ft)',
	],
	[
		'meters and kilometers, whose numbers are not compared',
		{ signal: 'location-preciselocation', when: 'enters', ...BERLIN, radius: 5_000 },
		{ latitude: 52.520_045, longitude: 13.405 },
		'2021 Tesla Model 3 is in the area around 52.52, 13.405: it is 5 m (16 ft) from the center, and the radius is 5 km (3.1 mi)',
	],
	[
		'the radius that was entered',
		{ signal: 'location-preciselocation', when: 'enters', ...BERLIN, radius: 1_550 },
		{ latitude: 52.523, longitude: 13.405 },
		'2021 Tesla Model 3 is in the area around 52.52, 13.405: it is 334 m (1094 ft) from the center, and the radius is 1.55 km (1 mi)',
	],
	[
		'a name in the plural',
		{ signal: 'charge-chargerphases', when: 'above', value: 1 },
		{ value: 3 },
		'2021 Tesla Model 3: charger phases are at 3, above 1',
	],
	[
		'a distance that has not reached the next multiple',
		{ signal: ODOMETER, when: 'every', value: 15_000, unit: 'km' },
		{ value: 29_999.97, unit: 'km' },
		'2021 Tesla Model 3: odometer has passed 15,000 km and is at 29,999.97 km (18,641.1 mi)',
	],
	[
		'a rest that is not 0',
		{ signal: 'charge-energyadded', when: 'below', value: 5, unit: 'kWh' },
		{ value: 0.004, unit: 'kwh' },
		'2021 Tesla Model 3: charge energy added is at 0.004 kWh, below 5 kWh',
	],
	[
		'hours with two decimals',
		{ signal: 'charge-timetocomplete', when: 'below', value: 1, unit: 'h' },
		{ value: 45, unit: 'minutes' },
		'2021 Tesla Model 3: time until charged is at 0.75 h, below 1 h',
	],
	[
		'a value that is exactly a multiple',
		{ signal: ODOMETER, when: 'every', value: 680.45, unit: 'km' },
		{ value: 2_041.35, unit: 'km' },
		'2021 Tesla Model 3: odometer has passed 2041.35 km and is at 2041.35 km (1268.4 mi)',
	],
	[
		'degrees that a car has rounded',
		{ signal: 'hvac-cabintargettemperature', when: 'becomes', value: 70, unit: '°F' },
		{ value: 21.1, unit: 'celsius' },
		'2021 Tesla Model 3: HVAC cabin target temperature is at 70 °F (21.1 °C)',
	],
	[
		'a value that differs from the limit in a late decimal',
		{ signal: 'tractionbattery-stateofcharge', when: 'below', value: 20, unit: '%' },
		{ value: 19.999_996, unit: 'percent' },
		'2021 Tesla Model 3: battery level is at 19.999996%, below 20%',
	],
	[
		'a distance that differs from the radius in a late decimal',
		{ signal: 'location-preciselocation', when: 'leaves', ...BERLIN, radius: 1_111.950_7 },
		{ latitude: 52.53, longitude: 13.405 },
		'2021 Tesla Model 3 is outside the area around 52.52, 13.405: it is 1.1119508 km (0.7 mi) from the center, and the radius is 1.1119507 km (0.7 mi)',
	],
])('the message has %s', (_what, row, body, message) => {
	const { event, observation } = observeOne(row, body);

	expect(toConditionItem(event, { observation }, {})).toMatchObject({ message });
});

test('the distances of an area have tenths of a meter', () => {
	const { event, observation } = observeOne(
		{ signal: 'location-preciselocation', when: 'leaves', ...BERLIN, radius: 500 },
		{ latitude: 52.53, longitude: 13.405 },
	);

	expect(toConditionItem(event, { observation, previousValue: 123.456 }, {})).toMatchObject({
		value: 1_112,
		previousValue: 123.5,
		unit: 'm',
		limit: 500,
	});
});

test.each<[string, IDataObject, [number | undefined, string][]]>([
	[
		'leaves',
		{ latitude: 52.53, longitude: 13.405 },
		[
			[300, 'has left the area'],
			[700, 'is outside the area'],
			[undefined, 'is outside the area'],
		],
	],
	[
		'enters',
		BERLIN,
		[
			[700, 'has entered the area'],
			[300, 'is in the area'],
			[undefined, 'is in the area'],
		],
	],
])('a vehicle %s an area only if it was on the other side before', (when, body, texts) => {
	const row = { signal: 'location-preciselocation', when, ...BERLIN, radius: 500 };
	const { event, observation } = observeOne(row, body);

	for (const [previousValue, text] of texts)
		expect(toConditionItem(event, { observation, previousValue }, {}).message).toContain(
			`2021 Tesla Model 3 ${text} around`,
		);
});

test.each<[string, number, number, string, number]>([
	['below', 28, 193, '27.99 psi (193 kPa), below 28 psi', 27.99],
	['below', 35, 241, '34.95 psi (241 kPa), below 35 psi', 34.95],
	['below', 36, 248, '35.97 psi (248 kPa), below 36 psi', 35.97],
	['below', 37, 255, '36.98 psi (255 kPa), below 37 psi', 36.98],
	['below', 38, 262, '37.9999 psi (262 kPa), below 38 psi', 37.9999],
	['above', 40, 276, '40.03 psi (276 kPa), above 40 psi', 40.03],
])(
	'a pressure has the decimals that tell it from the limit: %s %d psi at %d kPa',
	(when, limit, tirePressure, text, value) => {
		const row = { signal: 'wheel-tires', when, value: limit, unit: 'psi' };
		const values = [{ row: 0, column: 0, tirePressure }];
		const { event, observation } = observeOne(row, { values, unit: 'kPa' });

		expect(toConditionItem(event, { observation }, {})).toMatchObject({
			message: `2021 Tesla Model 3: front left tire is at ${text}`,
			value,
			limit,
		});
	},
);

test.each<[string, IDataObject, IDataObject, IDataObject]>([
	[
		'a number without a unit',
		{ signal: 'other', otherSignal: 'a-b', when: 'below', value: 0.05 },
		{ value: 0.0213 },
		{
			message: '2021 Tesla Model 3: a-b is at 0.0213, below 0.05',
			condition: 'a-b Falls Below 0.05',
			value: 0.0213,
			limit: 0.05,
		},
	],
	[
		'a limit in psi',
		{ signal: 'wheel-tires', when: 'below', value: 28.75, unit: 'psi' },
		{ values: [{ row: 0, column: 0, tirePressure: 193 }], unit: 'kPa' },
		{
			message: '2021 Tesla Model 3: front left tire is at 28 psi (193 kPa), below 28.75 psi',
			condition: 'Tire Pressure Falls Below 28.75 psi',
			value: 28,
			limit: 28.75,
		},
	],
	[
		'a distance',
		{ signal: ODOMETER, when: 'every', value: 0.25, unit: 'km' },
		{ value: 10.6, unit: 'km' },
		{
			message: '2021 Tesla Model 3: odometer has passed 10.5 km and is at 10.6 km (6.6 mi)',
			condition: 'Odometer Every 0.25 km',
			limit: 10.5,
		},
	],
	[
		'a number that was waited for',
		{ signal: 'charge-energyadded', when: 'becomes', value: 7.25, unit: 'kWh' },
		{ value: 7.25, unit: 'kwh' },
		{
			message: '2021 Tesla Model 3: charge energy added is at 7.25 kWh',
			value: 7.25,
			limit: 7.25,
		},
	],
])('does not round %s', (_what, row, body, expected) => {
	const { event, observation } = observeOne(row, body);

	expect(toConditionItem(event, { observation }, {})).toMatchObject(expected);
});

test.each<[string, string | undefined, Value, number, string]>([
	[
		'both unit systems',
		'km',
		29_987,
		30_012,
		'is at 30,012 km (18,648.6 mi), previously 29,987 km (18,633.1 mi)',
	],
	[
		'values close to each other',
		'km',
		30_012,
		30_012.02,
		'is at 30,012.02 km (18,648.6 mi), previously 30,012 km (18,648.6 mi)',
	],
])('*Changes* gives the previous value: %s', (_what, unit, previousValue, value, text) => {
	const { event, observation } = observeOne({ signal: ODOMETER, when: 'changes', unit }, { value });

	expect(toConditionItem(event, { observation, previousValue }, {})).toMatchObject({
		message: `2021 Tesla Model 3: odometer ${text}`,
		value,
		previousValue,
	});
});

test('*Changes* gives the previous text in words', () => {
	const row = { signal: 'charge-detailedchargingstatus', when: 'changes' };
	const { event, observation } = observeOne(row, { value: 'FULLY_CHARGED' });

	expect(toConditionItem(event, { observation, previousValue: 'CHARGING' }, {})).toMatchObject({
		message: '2021 Tesla Model 3: charging status is fully charged, previously charging',
		value: 'FULLY_CHARGED',
		previousValue: 'CHARGING',
	});
});

test('*Changes* of a list does not repeat the same codes', () => {
	const row = { signal: 'diagnostics-dtclist', when: 'changes' };
	const values = [{ code: 'P0420' }, { code: 'P0300', timestamp: 1 }];
	const { event, observation } = observeOne(row, { values });
	const previousValue = '[{"code":"P0300","timestamp":null},{"code":"P0420"}]';

	expect(toConditionItem(event, { observation, previousValue }, {})).toMatchObject({
		message: '2021 Tesla Model 3: diagnostics DTC list is P0420, P0300',
		previousValue,
	});
});

test('*Changes* does not give a value as its own previous one', () => {
	const row = { signal: 'charge-detailedchargingstatus', when: 'changes' };
	const { event, observation } = observeOne(row, { value: 'FULLY_CHARGED' });

	const item = toConditionItem(event, { observation, previousValue: 'Fully charged' }, {});

	expect(item.message).toBe('2021 Tesla Model 3: charging status is fully charged');
	expect(item).not.toHaveProperty('previousValue');
});

test.each([
	['vehicleidentification-nickname', 'vehicle identification nickname'],
	['charge-fastchargertype', 'charge fast charger type'],
	['charge-chargingconnectortype', 'charge charging connector type'],
])('a name in capitals is not taken for a code: %s', (code, name) => {
	const { event, observation } = observeOne({ signal: code, when: 'changes' }, { value: 'KITT' });

	expect(toConditionItem(event, { observation, previousValue: 'BOB' }, {})).toMatchObject({
		message: `2021 Tesla Model 3: ${name} is "KITT", previously "BOB"`,
	});
});

test.each<[string, IDataObject, number, number, number]>([
	['Becomes', { signal: ODOMETER, when: 'becomes', value: 100, unit: 'mi' }, 160.9344, 159.3, 99],
	['Every', { signal: ODOMETER, when: 'every', value: 10, unit: 'mi' }, 112.65408, 111.7, 69.4],
	['Becomes', { signal: ODOMETER, when: 'becomes', value: 80, unit: 'km' }, 80, 79.96, 79.96],
	['Rises Above', { signal: ODOMETER, when: 'above', value: 80, unit: 'km' }, 85, 79.96, 79.96],
])(
	'the previous value of *%s* has the decimals that tell it from the value and the limit',
	(_when, row, value, previousValue, expected) => {
		const { event, observation } = observeOne(row, { value, unit: 'km' });

		expect(toConditionItem(event, { observation, previousValue }, {})).toMatchObject({
			previousValue: expected,
		});
	},
);

test.each([
	['climate-externaltemperature', '°F'],
	['wheel-tires', 'psi'],
	['tractionbattery-range', 'mi'],
	['charge-timetocomplete', 'h'],
])('each limit for %s in %s is shown as it was entered', (signal, unit) => {
	const limits = Array.from({ length: 100 }, (_, index) => index + 8);
	const rows = limits.map((value) => ({ signal, when: 'below', value, unit }));

	expect(
		conditionsOf(...rows).map((condition) => describeCondition(condition).split('Falls Below ')[1]),
	).toEqual(limits.map((value) => `${value} ${unit}`));
});

test('a message has a short list, but not the long one before it', () => {
	const { event, observation } = observeOne(
		{ signal: 'diagnostics-dtclist', when: 'changes' },
		{ values: [] },
	);
	const previousValue = JSON.stringify(Array.from({ length: 20 }, () => ({ code: 'P0300' })));

	expect(toConditionItem(event, { observation, previousValue }, {})).toMatchObject({
		message: '2021 Tesla Model 3: diagnostics DTC list is empty',
		previousValue,
	});
});

test('an item has what an alert needs, and IDs last', () => {
	const row = { signal: 'wheel-tires', when: 'below', value: 29, unit: 'psi' };
	const { event, observations } = observeAll(row, TIRES);
	const observation = observations.find(({ place }) => place === 'frontLeft');
	if (!observation) throw new Error('The event has no front left tire');

	const item = toConditionItem(event, { observation, previousValue: 220 }, {});

	expect(item).toMatchObject({
		condition: 'Tire Pressure Falls Below 29 psi',
		signal: 'wheel-tires',
		place: 'frontLeft',
		value: 25.8,
		unit: 'psi',
		previousValue: 31.9,
		limit: 29,
		make: 'TESLA',
		vehicleId: 'v-1',
	});
	expect(Object.keys(item)[0]).toBe('message');
	expect(Object.keys(item).slice(-2)).toEqual(['vehicleId', 'eventId']);
});

test.each<[string, IDataObject, IDataObject, string]>([
	[
		'each tire',
		{ signal: 'wheel-tires', when: 'below', value: 100, unit: 'kPa' },
		TIRES,
		'Tire Pressure Falls Below 100 kPa: front left tire is at 178 kPa (25.8 psi), front right tire is at 262 kPa (38 psi)',
	],
	[
		'a long list without its entries',
		{ signal: 'charge-chargerecords', when: 'changes' },
		CHARGE_RECORDS,
		'Charge: Charge Records Changes: the event has a list or an object for charge records, and a test run has no earlier value to compare with',
	],
	[
		'a boolean of the vehicle',
		{ signal: 'charge-ischarging', when: 'becomes', value: 'false' },
		{ value: true },
		'Charging Becomes False: the vehicle is charging',
	],
	[
		'a condition that needs an earlier value',
		{ signal: 'charge-ischarging', when: 'changes' },
		{ value: true },
		'Charging Changes: the vehicle is charging, and a test run has no earlier value to compare with',
	],
	[
		'an area',
		{ signal: 'location-preciselocation', when: 'leaves', ...BERLIN, radius: 5_000 },
		{ latitude: 52.53, longitude: 13.405 },
		'Location Leaves Area of 5 km around 52.52, 13.405: the vehicle is 1.1 km (0.7 mi) from the center',
	],
	[
		'an area that the car has almost entered',
		{ signal: 'location-preciselocation', when: 'enters', ...BERLIN, radius: 1_100 },
		{ latitude: 52.529_9, longitude: 13.405 },
		'Location Enters Area of 1.1 km around 52.52, 13.405: the vehicle is 1.101 km (0.7 mi) from the center',
	],
	[
		'a number that is almost the value',
		{ signal: 'tractionbattery-stateofcharge', when: 'becomes', value: 100, unit: '%' },
		{ value: 99.98, unit: 'percent' },
		'Battery Level Becomes 100%: battery level is at 99.98%',
	],
	[
		'a number close to the limit',
		{ signal: 'tractionbattery-stateofcharge', when: 'below', value: 20, unit: '%' },
		{ value: 20.02, unit: 'percent' },
		'Battery Level Falls Below 20%: battery level is at 20.02%',
	],
	[
		'a door, with the value that the form shows',
		{ signal: 'closure-sunroof', when: 'becomes', value: 'true' },
		{ isOpen: false },
		'Closure: Sunroof Becomes Open: sunroof is closed',
	],
	[
		'the field of another signal',
		{ signal: 'other', otherSignal: 'a-b', when: 'becomes', value: 'false', field: 'isLocked' },
		{ isLocked: true },
		'a-b (isLocked) Becomes false: a-b (isLocked) is true',
	],
	[
		'another signal that is true or false',
		{ signal: 'other', otherSignal: 'a-b', when: 'becomes', value: 'false' },
		{ value: true },
		'a-b Becomes false: a-b is true',
	],
	[
		'a tire that the car does not have',
		{ signal: 'wheel-tires', when: 'below', value: 100, unit: 'kPa', place: 'backLeft' },
		TIRES,
		'Tire Pressure Falls Below 100 kPa: the event has no value for it',
	],
	[
		'a value of another type',
		{ signal: ODOMETER, when: 'above', value: 1, unit: 'km' },
		{ value: 'far' },
		'Odometer Rises Above 1 km: expected a number, but the event has text',
	],
])('says why a condition is not met: %s', (_what, row, body, text) => {
	const { event, conditions } = observeAll(row, body);

	expect(conditions.map((condition) => describeUnmet(event, condition))).toEqual([text]);
});

test.each<[string, IDataObject, string]>([
	['another signal', signal(ODOMETER, { value: 1 }), 'the event does not contain this signal'],
	[
		'an error',
		{ code: 'charge-ischarging', status: { value: 'ERROR', error: { type: 'PERMISSION' } } },
		'the signal could not be read: a permission is missing',
	],
	[
		'an error with a code',
		{
			code: 'charge-ischarging',
			status: { value: 'ERROR', error: { type: 'COMPATIBILITY', code: 'VEHICLE_NOT_CAPABLE' } },
		},
		'the signal could not be read: the vehicle does not support this',
	],
	[
		'an error with a code that has no words',
		{
			code: 'charge-ischarging',
			status: { value: 'ERROR', error: { type: 'SERVER', code: 'RECORD_NOT_FOUND' } },
		},
		'the signal could not be read (SERVER: RECORD_NOT_FOUND)',
	],
	[
		'an error without type and code',
		{ code: 'charge-ischarging', status: { value: 'ERROR' } },
		'the signal could not be read',
	],
])('says that an event has no value for a condition: %s', (_what, delivered, reason) => {
	const row = { signal: 'charge-ischarging', when: 'becomes', value: 'true' };
	const conditions = conditionsOf(row);
	const event = eventFrom({ eventId: 'e-1', ...eventWith([delivered]) });

	expect(conditions.map((condition) => describeUnmet(event, condition))).toEqual([
		`Charging Becomes True: ${reason}`,
	]);
});

test('the value before 0 has the usual decimals', () => {
	const row = { signal: 'charge-timetocomplete', when: 'changes', unit: 'h' };
	const { event, observation } = observeOne(row, { value: 0, unit: 'minutes' });

	expect(toConditionItem(event, { observation, previousValue: 47 }, {})).toMatchObject({
		message: '2021 Tesla Model 3: time until charged is at 0 h, previously 0.78 h',
		value: 0,
		previousValue: 0.78,
	});
});
