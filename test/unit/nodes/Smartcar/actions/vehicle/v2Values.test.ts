import { placeStatuses } from '../../../../../../nodes/Smartcar/actions/vehicle/v2Values';

const door = (row: unknown, column: unknown, isOpen: unknown = false) => ({ row, column, isOpen });

describe('the status of each door', () => {
	test('has the name of v2.0 in a vehicle with two rows', () => {
		const values = [door(1, 0), door(0, 1, true), door(0, 0, null), door(1, 1)];
		expect(placeStatuses({ values })).toEqual([
			{ type: 'backLeft', status: 'CLOSED' },
			{ type: 'frontRight', status: 'OPEN' },
			{ type: 'frontLeft', status: 'UNKNOWN' },
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
		expect(placeStatuses({ values: [{ isOpen: true }, door(0, null), null] })).toEqual([]);
		expect(placeStatuses(undefined)).toEqual([]);
	});
});
