import {
	chargeLimitOf,
	placeStatuses,
} from '../../../../../../nodes/Smartcar/actions/vehicle/v2Values';

const door = (row: unknown, column: unknown, isOpen: unknown = false) => ({ row, column, isOpen });

describe('the status of each door', () => {
	test('has the name of v2.0 in a vehicle with two rows', () => {
		const values = [door(1, 0), door(0, 1, true), door(0, 0, null), door(1, 1)];
		expect(placeStatuses({ values })).toEqual([
			{ type: 'frontLeft', status: 'UNKNOWN' },
			{ type: 'frontRight', status: 'OPEN' },
			{ type: 'backLeft', status: 'CLOSED' },
			{ type: 'backRight', status: 'CLOSED' },
		]);
	});

	test('has its row and column if the vehicle has three rows', () => {
		const values = [door(0, 0), door(1, 0), door(2, 1, true)];
		expect(placeStatuses({ values })).toEqual([
			{ type: 'row0Column0', status: 'CLOSED' },
			{ type: 'row1Column0', status: 'CLOSED' },
			{ type: 'row2Column1', status: 'OPEN' },
		]);
	});

	test('is found if row and column are text', () => {
		expect(placeStatuses({ values: [door('0', '0', true), door('1', '1')] })).toEqual([
			{ type: 'frontLeft', status: 'OPEN' },
			{ type: 'backRight', status: 'CLOSED' },
		]);
	});

	test('is left out without a row or a column', () => {
		expect(placeStatuses({ values: [{ isOpen: true }, door(0, 1), null] })).toEqual([
			{ type: 'frontRight', status: 'CLOSED' },
		]);
	});

	test.each([
		{ values: [{ isOpen: true }, door(0, null), null] },
		{ values: null },
		{ doors: [door(0, 0, true)] },
	])('is not known in %j', (body) => {
		expect(placeStatuses(body)).toBeNull();
	});

	test('is an empty list if the vehicle sends that it has none', () => {
		expect(placeStatuses({ values: [] })).toEqual([]);
	});
});

describe('the charge limit in percent', () => {
	const atLocation = { type: 'LOCATION', limit: 60, condition: { name: 'Home' } };
	const everywhere = { type: 'global', limit: 90, condition: null };
	const withCharger = { type: 'CHARGING_TYPE', limit: 70, condition: { chargingType: 'DC' } };

	test.each([
		['the active one', [{ activeLimit: 80, values: [atLocation, everywhere] }], 80],
		[
			'the one that applies everywhere',
			[{ activeLimit: null, values: [atLocation, everywhere] }],
			90,
		],
		[
			'the one that applies everywhere, in whichever signal',
			[{ values: [atLocation] }, { values: [everywhere] }, { values: [withCharger] }],
			90,
		],
		[
			'the active one, in whichever signal',
			[
				{ activeLimit: null, values: [everywhere] },
				{ activeLimit: 70, values: [withCharger] },
			],
			70,
		],
		['the only one', [{ values: [atLocation] }], 60],
		[
			'unknown if several depend on a condition',
			[{ values: [atLocation, withCharger] }],
			undefined,
		],
		[
			'unknown if each of several signals depends on a condition',
			[{ values: [atLocation] }, { values: [withCharger] }],
			undefined,
		],
		['unknown without any', [{ activeLimit: null, values: [] }], undefined],
		['unknown without a body', [], undefined],
	])('is %s', (_which, bodies, expected) => {
		expect(chargeLimitOf(bodies)).toBe(expected);
	});
});
