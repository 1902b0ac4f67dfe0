import { toStateRow } from '../../../../../../nodes/Smartcar/actions/vehicle/stateRow';

const rowWithTires = (values: object[]) =>
	toStateRow([{ attributes: { code: 'wheel-tires', body: { values, unit: 'kPa' } } }], undefined, {
		vehicleId: 'vehicle',
		userId: 'user',
	});

test('the lowest tire can be on an axle that has no column of its own', () => {
	const pressures = [
		[240, 240],
		[180, 240],
		[240, 240],
	];
	const values = pressures.flatMap((columns, row) =>
		columns.map((tirePressure, column) => ({ row, column, tirePressure })),
	);

	expect(rowWithTires(values)).toMatchObject({ tireBackLeftKpa: null, lowestTireKpa: 180 });
});
