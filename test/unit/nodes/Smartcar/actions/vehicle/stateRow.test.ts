import { simplifyVehicleSummary } from '../../../../../../nodes/Smartcar/actions/shared/vehicleSummary';
import { toStateRow } from '../../../../../../nodes/Smartcar/actions/vehicle/stateRow';

const NO_SUMMARY = simplifyVehicleSummary();

const rowOptions = { vehicleId: 'vehicle', userId: 'user', isComplete: true };

const EMPTY_ROW = {
	make: null,
	model: null,
	year: null,
	stateOfCharge: null,
	rangeKm: null,
	odometerKm: null,
	latitude: null,
	longitude: null,
	tireFrontLeftKpa: null,
	tireFrontRightKpa: null,
	tireBackLeftKpa: null,
	tireBackRightKpa: null,
	lowestTireKpa: null,
	isCharging: null,
	isPluggedIn: null,
	isLocked: null,
	fuelPercent: null,
	fuelRangeKm: null,
	lowVoltageBatteryPercent: null,
	isOnline: null,
	notReadable: '',
	reportedAt: null,
	mode: null,
	userId: 'user',
	vehicleId: 'vehicle',
};

test.each([
	['tractionbattery-stateofcharge', { value: 61, unit: 'percent' }, { stateOfCharge: 61 }],
	['tractionbattery-range', { value: 310, unit: 'km' }, { rangeKm: 310 }],
	['tractionbattery-range', { value: '310', unit: 'km' }, { rangeKm: 310 }],
	['odometer-traveleddistance', { value: 12_345, unit: 'km' }, { odometerKm: 12_345 }],
	[
		'location-preciselocation',
		{ latitude: 50.08, longitude: 14.42 },
		{ latitude: 50.08, longitude: 14.42 },
	],
	[
		'wheel-tires',
		{
			values: [
				{ row: 0, column: 0, tirePressure: 241 },
				{ row: 0, column: 1, tirePressure: 242 },
				{ row: 1, column: 0, tirePressure: 243 },
				{ row: 1, column: 1, tirePressure: 244 },
			],
			unit: 'kPa',
		},
		{
			tireFrontLeftKpa: 241,
			tireFrontRightKpa: 242,
			tireBackLeftKpa: 243,
			tireBackRightKpa: 244,
			lowestTireKpa: 241,
		},
	],
	['charge-ischarging', { value: true }, { isCharging: true }],
	['charge-ischargingcableconnected', { value: true }, { isPluggedIn: true }],
	['closure-islocked', { value: false }, { isLocked: false }],
	['internalcombustionengine-fuellevel', { value: 64, unit: 'percent' }, { fuelPercent: 64 }],
	['internalcombustionengine-range', { value: 420, unit: 'km' }, { fuelRangeKm: 420 }],
	[
		'lowvoltagebattery-stateofcharge',
		{ value: 88, unit: 'percent' },
		{ lowVoltageBatteryPercent: 88 },
	],
	['connectivitystatus-isonline', { value: true }, { isOnline: true }],
	['closure-doors', { value: true }, {}],
])('%s fills its own columns, and no others', (code, body, columns) => {
	expect(toStateRow([{ attributes: { code, body } }], NO_SUMMARY, rowOptions)).toEqual({
		...EMPTY_ROW,
		...columns,
	});
});

test('the description of the vehicle fills make, model, year and mode', () => {
	const summary = { make: 'TESLA', model: 'Model 3', year: 2021, mode: 'live' };
	expect(toStateRow([], simplifyVehicleSummary(summary), rowOptions)).toEqual({
		...EMPTY_ROW,
		...summary,
	});
});

const rowWithTires = (values: object[]) =>
	toStateRow(
		[{ attributes: { code: 'wheel-tires', body: { values, unit: 'kPa' } } }],
		NO_SUMMARY,
		rowOptions,
	);

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
	'a value is read although another signal with its code failed (the failed one first: %s)',
	(failedFirst) => {
		const code = 'tractionbattery-stateofcharge';
		const readable = { attributes: { code, body: { value: 61 } } };
		const failed = { attributes: { code, status: { value: 'ERROR' }, body: { value: 20 } } };
		const signals = failedFirst ? [failed, readable] : [readable, failed];
		expect(toStateRow(signals, NO_SUMMARY, rowOptions)).toMatchObject({
			stateOfCharge: 61,
			notReadable: '',
		});
	},
);

test.each([
	['tractionbattery-stateofcharge', { value: 'about half', unit: 'percent' }],
	['tractionbattery-stateofcharge', { stateOfCharge: 61, unit: 'percent' }],
	['charge-ischarging', { value: 'yes' }],
	['location-preciselocation', { coordinates: [50.08, 14.42] }],
	['wheel-tires', { values: [{ row: 0, column: 0, pressure: 241 }], unit: 'kPa' }],
	['wheel-tires', { values: [{ position: 'FL', tirePressure: 241 }], unit: 'kPa' }],
	['wheel-tires', { values: { frontLeft: 241 }, unit: 'kPa' }],
])('%s is listed as unreadable if its value has an unknown format: %j', (code, body) => {
	expect(toStateRow([{ attributes: { code, body } }], NO_SUMMARY, rowOptions)).toEqual({
		...EMPTY_ROW,
		notReadable: code,
	});
});

test.each([
	['tractionbattery-range', { value: null, unit: 'km', type: 'DEFAULT', additionalValues: [] }],
	['location-preciselocation', { latitude: null, longitude: null, locationType: 'LAST_PARKED' }],
	['wheel-tires', { values: null, rowCount: 2, columnCount: 2, unit: 'kPa' }],
	['wheel-tires', { values: [{ row: 0, column: 0, tirePressure: null }], rowCount: 2 }],
])('%s is not listed as unreadable if the vehicle has sent no value: %j', (code, body) => {
	expect(toStateRow([{ attributes: { code, body } }], NO_SUMMARY, rowOptions)).toEqual(EMPTY_ROW);
});

test('what a vehicle does not support is not listed as unreadable', () => {
	const failed = (code: string, type: string) => ({
		attributes: { code, status: { value: 'ERROR', error: { type } } },
	});
	const signals = [
		failed('internalcombustionengine-fuellevel', 'COMPATIBILITY'),
		failed('location-preciselocation', 'PERMISSION'),
	];
	expect(toStateRow(signals, NO_SUMMARY, rowOptions)).toMatchObject({
		fuelPercent: null,
		notReadable: 'location-preciselocation',
	});
});

test.each(['oemUpdatedAt', 'retrievedAt', 'fetchedAt'])(
	'reportedAt is the latest %s, if signals have no other time',
	(field) => {
		const signalAt = (code: string, time: string) => ({
			attributes: { code, body: { value: 61 } },
			meta: { [field]: time },
		});
		const signals = [
			signalAt('tractionbattery-stateofcharge', '2026-11-02T00:00:00.000Z'),
			signalAt('tractionbattery-range', '2026-11-01T00:00:00.000Z'),
		];
		expect(toStateRow(signals, NO_SUMMARY, rowOptions)).toMatchObject({
			reportedAt: '2026-11-02T00:00:00.000Z',
		});
	},
);

test('reportedAt is the latest oemUpdatedAt of a signal that could be read', () => {
	const signalAt = (code: string, oemUpdatedAt: string, status = 'SUCCESS') => ({
		attributes: { code, status: { value: status }, body: { value: 61 } },
		meta: { oemUpdatedAt, retrievedAt: '2026-11-09T00:00:00.000Z' },
	});
	const signals = [
		signalAt('tractionbattery-stateofcharge', '2026-11-01T00:00:00.000Z'),
		signalAt('odometer-traveleddistance', '2026-11-02T00:00:00.000Z'),
		signalAt('tractionbattery-range', '2026-11-03T00:00:00.000Z', 'ERROR'),
	];
	expect(toStateRow(signals, NO_SUMMARY, rowOptions)).toMatchObject({
		reportedAt: '2026-11-02T00:00:00.000Z',
	});
});

test('reportedAt is no reading time while a signal has an oemUpdatedAt', () => {
	const retrievedAt = '2026-11-28T00:00:00.000Z';
	const signals = [
		{
			attributes: { code: 'odometer-traveleddistance', body: { value: 61 } },
			meta: { oemUpdatedAt: '2026-11-10T00:00:00.000Z', retrievedAt },
		},
		{ attributes: { code: 'closure-islocked', body: { value: true } }, meta: { retrievedAt } },
	];
	expect(toStateRow(signals, NO_SUMMARY, rowOptions)).toMatchObject({
		reportedAt: '2026-11-10T00:00:00.000Z',
	});
});

test('reportedAt is not the time at which the automaker found the vehicle to be offline', () => {
	const signalAt = (code: string, value: number | boolean, oemUpdatedAt: string) => ({
		attributes: { code, body: { value } },
		meta: { oemUpdatedAt },
	});
	const rowWith = (isOnline: boolean) =>
		toStateRow(
			[
				signalAt('odometer-traveleddistance', 61, '2026-11-01T00:00:00.000Z'),
				signalAt('connectivitystatus-isonline', isOnline, '2026-11-05T00:00:00.000Z'),
			],
			NO_SUMMARY,
			rowOptions,
		);
	expect(rowWith(false)).toMatchObject({ reportedAt: '2026-11-01T00:00:00.000Z' });
	expect(rowWith(true)).toMatchObject({ reportedAt: '2026-11-05T00:00:00.000Z' });
});

test.each(['retrievedAt', 'fetchedAt', 'ingestedAt'])(
	'reportedAt is at most %s, because the clock of the car can be ahead',
	(field) => {
		const signal = {
			attributes: { code: 'tractionbattery-stateofcharge', body: { value: 61 } },
			meta: { oemUpdatedAt: '2036-01-01T00:00:00.000Z', [field]: '2026-11-02T00:00:00.000Z' },
		};
		expect(toStateRow([signal], NO_SUMMARY, rowOptions)).toMatchObject({
			reportedAt: '2026-11-02T00:00:00.000Z',
		});
	},
);
