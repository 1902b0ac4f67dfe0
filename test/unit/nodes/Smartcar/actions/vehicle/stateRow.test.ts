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

test.each([true, false])(
	'a value is read although a copy of its signal failed, which comes first: %s',
	(failedFirst) => {
		const code = 'tractionbattery-stateofcharge';
		const readable = { attributes: { code, body: { value: 61 } } };
		const failed = { attributes: { code, status: { value: 'ERROR' }, body: { value: 20 } } };
		const signals = failedFirst ? [failed, readable] : [readable, failed];
		const ids = { vehicleId: 'vehicle', userId: 'user' };
		expect(toStateRow(signals, undefined, ids)).toMatchObject({
			stateOfCharge: 61,
			notReadable: '',
		});
	},
);

test('what a vehicle does not support is not listed as unreadable', () => {
	const failed = (code: string, type: string) => ({
		attributes: { code, status: { value: 'ERROR', error: { type } } },
	});
	const signals = [
		failed('internalcombustionengine-fuellevel', 'COMPATIBILITY'),
		failed('location-preciselocation', 'PERMISSION'),
	];
	const ids = { vehicleId: 'vehicle', userId: 'user' };
	expect(toStateRow(signals, undefined, ids)).toMatchObject({
		fuelPercent: null,
		notReadable: 'location-preciselocation',
	});
});

test.each(['oemUpdatedAt', 'retrievedAt', 'fetchedAt'])(
	'reportedAt is the time of the newest value, also if only %s is known',
	(field) => {
		const at = (code: string, time: string) => ({
			attributes: { code, body: { value: 61 } },
			meta: { [field]: time },
		});
		const signals = [
			at('tractionbattery-stateofcharge', '2026-11-02T00:00:00.000Z'),
			at('tractionbattery-range', '2026-11-01T00:00:00.000Z'),
		];
		const ids = { vehicleId: 'vehicle', userId: 'user' };
		expect(toStateRow(signals, undefined, ids)).toMatchObject({
			reportedAt: '2026-11-02T00:00:00.000Z',
		});
	},
);
