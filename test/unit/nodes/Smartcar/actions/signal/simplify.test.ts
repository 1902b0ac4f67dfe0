import type { IDataObject } from 'n8n-workflow';
import {
	combineSignals,
	isFailed,
	simplifySignal,
} from '../../../../../../nodes/Smartcar/actions/signal/simplify';
import { signalSchema } from '../../../../../../nodes/Smartcar/actions/signal/schema';

const simplify = (fields: IDataObject) => simplifySignal(signalSchema.parse(fields), 'v1');

test('leaves out empty fields', () => {
	expect(simplify({ id: 'wheel-tires', attributes: {} })).toEqual({
		code: 'wheel-tires',
		failed: false,
		vehicleId: 'v1',
	});
});

test('fields of a body do not replace our own, and the whole body is kept beside them', () => {
	const body = { value: 3, code: 'P0420', name: 'Catalyst', failed: true };
	const attributes = { code: 'diagnostics-dtc', name: 'Dtc', group: 'Diagnostics', body };
	expect(simplify({ attributes })).toEqual({
		code: 'diagnostics-dtc',
		name: 'Dtc',
		group: 'Diagnostics',
		value: 3,
		failed: false,
		body,
		vehicleId: 'v1',
	});
});

const tires = (pressures: number[], unit: string) => ({
	values: pressures.map((tirePressure, column) => ({ row: 0, column, tirePressure })),
	columnCount: 2,
	rowCount: 1,
	unit,
});

test('adds the tire pressures in kPa, because their unit can be wrong', () => {
	const attributes = { code: 'wheel-tires', body: tires([178, 240], 'bar') };
	expect(simplify({ attributes })).toEqual({
		code: 'wheel-tires',
		tires: { frontLeft: 178, frontRight: 240 },
		...attributes.body,
		failed: false,
		vehicleId: 'v1',
	});
	const psi = { code: 'Wheel-Tires', body: tires([30, 35], 'psi') };
	expect(simplify({ attributes: psi })).toMatchObject({
		tires: { frontLeft: 206.8, frontRight: 241.3 },
		unit: 'psi',
	});
});

test('says if the unit of tire pressures is uncertain', () => {
	expect(
		simplify({ attributes: { code: 'wheel-tires', body: tires([100, 100], 'bar') } }),
	).toMatchObject({ unitUncertain: true });
});

test('the tire pressures of a failed signal go into stale, because they are from an earlier read', () => {
	const status = { value: 'ERROR', error: { type: 'VEHICLE_STATE', code: 'ASLEEP' } };
	const attributes = { code: 'wheel-tires', body: tires([178, 240], 'kPa'), status };
	const simplified = simplify({ attributes });
	expect(simplified).toMatchObject({ stale: { tires: { frontLeft: 178, frontRight: 240 } } });
	expect(simplified).not.toHaveProperty('tires');
});

test('keeps what Smartcar says about a failed signal', () => {
	const error = {
		type: 'PERMISSION',
		code: 'UNKNOWN',
		title: 'Unknown',
		detail: 'Permission missing.',
		resolution: { type: 'REAUTHENTICATE', url: 'https://connect.example' },
	};
	const attributes = { code: 'closure-fronttrunk', status: { value: 'ERROR', error } };
	const meta = { ingestedAt: '2026-04-02T10:30:00.000Z' };
	expect(simplify({ attributes, meta })).toEqual({
		code: 'closure-fronttrunk',
		failed: true,
		errorType: 'PERMISSION',
		errorCode: 'UNKNOWN',
		errorTitle: 'Unknown',
		errorDetail: 'Permission missing.',
		resolution: 'REAUTHENTICATE',
		resolutionUrl: 'https://connect.example',
		ingestedAt: '2026-04-02T10:30:00.000Z',
		vehicleId: 'v1',
	});
});

test.each([
	[{ description: 'No access.' }, 'No access.'],
	[{ message: 'No access.' }, 'No access.'],
	[{ title: 'Unknown', description: 'No access.' }, undefined],
])('takes the detail of an error that has none from %j', (error, errorDetail) => {
	const attributes = { code: 'closure-doors', status: { value: 'ERROR', error } };
	expect(simplify({ attributes }).errorDetail).toBe(errorDetail);
});

test('keeps when Smartcar stored a signal', () => {
	const meta = { ingestedAt: '2026-04-02T10:30:00.000Z' };
	expect(simplify({ id: 'vehicleidentification-vin', attributes: {}, meta })).toMatchObject(meta);
});

test.each([
	['milliseconds', 1772442895000, '2026-03-02T09:14:55.000Z'],
	['seconds', 1772442895, '2026-03-02T09:14:55.000Z'],
	['text', '2026-03-02T10:14:55+01:00', '2026-03-02T09:14:55.000Z'],
	['no time', 0, undefined],
	['other text', 'lately', 'lately'],
])('a time as %s', (_what, oemUpdatedAt, expected) => {
	const parsed = signalSchema.parse({
		attributes: { code: 'charge-voltage' },
		meta: { oemUpdatedAt },
	});
	expect(simplifySignal(parsed, 'v1').oemUpdatedAt).toBe(expected);
});

test.each<[IDataObject | null | undefined, boolean]>([
	[undefined, false],
	[null, false],
	[{}, false],
	[{ value: 'success' }, false],
	[{ value: ' SUCCESS ' }, false],
	[{ value: '' }, false],
	[{ value: '', error: { type: 'PERMISSION' } }, true],
	[{ value: 'ERROR' }, true],
	[{ value: 'UNAVAILABLE' }, true],
	[{ error: { type: 'PERMISSION', code: null } }, true],
	[{ value: 'SUCCESS', error: null }, false],
])('the status %j means failed: %s', (status, expected) => {
	expect(isFailed(signalSchema.parse({ id: 'a', attributes: { status } }))).toBe(expected);
});

test('a failed signal without a body has no stale value', () => {
	const attributes = { code: 'a', status: { value: 'ERROR' } };
	expect(simplify({ attributes, meta: { retrievedAt: 1772442895 } })).toEqual({
		code: 'a',
		failed: true,
		vehicleId: 'v1',
	});
});

test('a status without an error says why there is no value', () => {
	const attributes = { code: 'a', status: { value: 'UNAVAILABLE' } };
	expect(simplify({ attributes }).errorCode).toBe('UNAVAILABLE');
});

test('an error without a code does not get one from the status', () => {
	const status = { value: 'ERROR', error: { type: 'PERMISSION', code: null } };
	expect(simplify({ attributes: { code: 'a', status } })).toEqual({
		code: 'a',
		failed: true,
		errorType: 'PERMISSION',
		vehicleId: 'v1',
	});
});

test('one item per vehicle keeps all signals with the same code, as the trigger does', () => {
	const signals = ['global', 'location', 'connector'].map((type) =>
		signalSchema.parse({ attributes: { code: 'charge-chargelimits', body: { type } } }),
	);
	expect(combineSignals(signals, undefined, 'v1', 'u1').signals).toEqual({
		'charge-chargelimits': { type: 'global', failed: false },
		'charge-chargelimits-2': { type: 'location', failed: false },
		'charge-chargelimits-3': { type: 'connector', failed: false },
	});
});
