import { implausibleCondition } from '../../../../../nodes/SmartcarTrigger/conditions/implausibleCondition';
import type { IDataObject } from 'n8n-workflow';
import { area, conditionsOf, tires } from './sampleConditions';

const mistake = (...rows: IDataObject[]) => implausibleCondition(conditionsOf(...rows));

test.each<[string, IDataObject, string]>([
	['a forgotten limit', { ...tires, value: 0 }, 'Value must be more than 0, not 0'],
	[
		'a forgotten limit of a distance',
		{ signal: 'odometer-traveleddistance', when: 'above', value: 0 },
		'Value must be more than 0, not 0',
	],
	[
		'a forgotten area',
		{ ...area, latitude: 0, longitude: 0 },
		'Latitude is 0: enter the center of the area',
	],
	[
		'a radius that is less than the accuracy of a position',
		{ ...area, radius: 2 },
		'Radius must be at least 20 meters, not 2',
	],
	[
		'a text that becomes true',
		{ signal: 'charge-detailedchargingstatus', when: 'becomes', value: true },
		'Value must be text that Smartcar sends, such as FULLY_CHARGED, not true',
	],
	['a forgotten latitude', { ...area, latitude: 0 }, 'Latitude is 0: enter the center'],
	['a forgotten longitude', { ...area, longitude: 0 }, 'Longitude is 0: enter the center'],
	[
		'a reset that no tire reaches',
		{ ...tires, value: 29, unit: 'psi', resetAt: 220 },
		'Reset At must be at most 145 psi, not 220',
	],
	[
		'a limit above every tire, as with another unit',
		{ ...tires, unit: 'psi' },
		'Value must be at most 145 psi, not 200',
	],
	[
		'a limit in kPa that is usual in psi',
		{ ...tires, value: 32, unit: 'kPa' },
		'Value must be at least 50 kPa, not 32. For psi or bar, change Unit',
	],
	[
		'a limit as a fraction',
		{ signal: 'tractionbattery-stateofcharge', when: 'below', value: 0.2, unit: '%' },
		'Value must be at least 1%, not 0.2. For 20%, enter 20',
	],
	[
		'an upper limit as a fraction',
		{ signal: 'tractionbattery-stateofcharge', when: 'above', value: 0.8, unit: '%' },
		'Value must be at least 1%, not 0.8. For 20%, enter 20',
	],
	[
		'a percentage to become as a fraction',
		{ signal: 'tractionbattery-stateofcharge', when: 'becomes', value: 0.8, unit: '%' },
		'Value must be at least 1%, not 0.8. For 20%, enter 20',
	],
	[
		'an upper limit in kPa that is usual in psi',
		{ ...tires, when: 'above', value: 38, unit: 'kPa' },
		'Value must be at least 50 kPa, not 38. For psi or bar, change Unit',
	],
	[
		'a reset as a fraction',
		{ signal: 'tractionbattery-stateofcharge', when: 'above', value: 79, resetAt: 0.78 },
		'Reset At must be at least 1%, not 0.78. For 20%, enter 20',
	],
	[
		'a name as the code of a signal',
		{ signal: 'other', otherSignal: 'Battery Level', when: 'changes' },
		'Signal Code must be a code such as charge-voltage, not battery level',
	],
	[
		'an odometer that becomes the default of the form',
		{ signal: 'odometer-traveleddistance', when: 'becomes', value: 0 },
		'Value must be more than 0, not 0',
	],
	[
		'a percentage that is not entered',
		{ signal: 'tractionbattery-stateofcharge', when: 'above', value: 0 },
		'Value must be more than 0, not 0',
	],
	[
		'a reset above 100%',
		{ signal: 'tractionbattery-stateofcharge', when: 'below', value: 20, resetAt: 120 },
		'Reset At must be at most 100%, not 120',
	],
	[
		'an upper limit of 100%, which no battery exceeds',
		{ signal: 'tractionbattery-stateofcharge', when: 'above', value: 100 },
		'Value must be less than 100%, not 100',
	],
	[
		'a percentage to become above 100%',
		{ signal: 'tractionbattery-stateofcharge', when: 'becomes', value: 800 },
		'Value must be at most 100%, not 800',
	],
	[
		'an upper limit above every tire, as with another unit',
		{ ...tires, when: 'above', value: 250, unit: 'psi' },
		'Value must be less than 145 psi, not 250',
	],
	[
		'a reset below 0',
		{ signal: 'odometer-traveleddistance', when: 'above', value: 10, resetAt: -5 },
		'Reset At must be at least 0, not -5',
	],
	[
		'a reset that is less than the accuracy of a position, such as in kilometers',
		{ ...area, when: 'leaves', radius: 5_000, resetAt: 4.5 },
		'Reset At must be at least 20 meters, not 4.5',
	],
	[
		'a name without its group as the code of a signal',
		{ signal: 'other', otherSignal: 'StateOfCharge', when: 'below', value: 20 },
		'Signal Code must be a code such as charge-voltage, not stateofcharge',
	],
	[
		'a forgotten limit of a count',
		{ signal: 'diagnostics-dtccount', when: 'below', value: 0 },
		'Value must be more than 0, not 0',
	],
])('finds %s, and names the condition', (_what, row, message) => {
	expect(mistake(tires, row)).toContain(message);
	expect(mistake(tires, row)).toMatch(/^Condition 2( \(.+\))?: /);
});

test.each<[string, IDataObject]>([
	['a speed', { signal: 'motion-currentspeed', when: 'above', value: 0 }],
	['a charge rate', { signal: 'charge-chargerate', when: 'above', value: 0 }],
	['a temperature', { signal: 'climate-externaltemperature', when: 'below', value: 0 }],
	['a count that rises', { signal: 'diagnostics-dtccount', when: 'above', value: 0 }],
	['an unknown signal', { signal: 'other', otherSignal: 'a-b', when: 'below', value: 0 }],
	['the equator', { ...area, latitude: 0.000001 }],
])('a 0 can be meant for %s', (_what, row) => {
	expect(mistake(row)).toBeUndefined();
});

test.each([
	[5, 'psi'],
	[0.3, 'bar'],
])('a limit of %d %s can be meant for a tire that is almost flat', (value, unit) => {
	expect(mistake({ ...tires, value, unit })).toBeUndefined();
});

test('a condition that equals an earlier one is a mistake', () => {
	const other = { ...tires, value: 150 };

	expect(mistake(tires, other, { ...tires, value: 2, unit: 'bar' })).toBe(
		'Condition 3 (Tire Pressure Falls Below): It is the same as condition 1',
	);
	expect(mistake(tires, { ...tires, place: 'frontLeft' })).toBeUndefined();
});

const battery = { signal: 'tractionbattery-stateofcharge', unit: '%' };

test.each<[string, IDataObject]>([
	['a battery that becomes full', { ...battery, when: 'becomes', value: 100 }],
	['a reset at a full battery', { ...battery, when: 'below', value: 20, resetAt: 100 }],
	['a limit of 1%', { ...battery, when: 'below', value: 1 }],
	['a limit of 50 kPa', { ...tires, value: 50 }],
	['a radius of 20 meters', { ...area, radius: 20 }],
])('%s is no mistake', (_what, row) => {
	expect(mistake(row)).toBeUndefined();
});
