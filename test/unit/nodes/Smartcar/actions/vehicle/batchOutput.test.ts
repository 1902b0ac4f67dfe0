import {
	toBatchOutput,
	describeFailures,
} from '../../../../../../nodes/Smartcar/actions/vehicle/batchOutput';
import type { SubResult } from '../../../../../../nodes/Smartcar/actions/vehicle/batchRequest';

const results: SubResult[] = [
	{
		path: '/odometer',
		code: 200,
		body: { distance: 12 },
		headers: { 'sc-unit-system': 'metric', 'x-other': '1' },
	},
	{
		path: '/fuel',
		code: 429,
		body: { type: 'RATE_LIMIT' },
		headers: { 'retry-after': '120' },
		error: { type: 'RATE_LIMIT', code: 'VEHICLE', description: 'Too many.' },
		retryAfterMs: 120_000,
		raw: { path: 'fuel', code: 429, body: { type: 'RATE_LIMIT' } },
	},
	{ path: '/vin', code: null, body: null, headers: {}, error: { description: 'Missing' } },
];

const fuelError = {
	error: 'Too many.',
	errorType: 'RATE_LIMIT',
	errorCode: 'VEHICLE',
	retryAfter: 120,
};

const options = { vehicleId: 'v1', isCombined: false, simplify: true, addHeaders: false };

test('one item per path, with the error fields that are known', () => {
	expect(toBatchOutput(results, options)).toEqual([
		{
			path: '/odometer',
			success: true,
			data: { distance: 12 },
			units: { distance: 'km' },
			httpStatus: 200,
			vehicleId: 'v1',
		},
		{ path: '/fuel', success: false, ...fuelError, httpStatus: 429, vehicleId: 'v1' },
		{ path: '/vin', success: false, error: 'Missing', httpStatus: null, vehicleId: 'v1' },
	]);
});

test('one item per vehicle, with the metadata headers', () => {
	expect(toBatchOutput(results, { ...options, isCombined: true, addHeaders: true })).toEqual([
		{
			data: { '/odometer': { distance: 12 } },
			units: { '/odometer': { distance: 'km' } },
			errors: {
				'/fuel': { ...fuelError, httpStatus: 429 },
				'/vin': { error: 'Missing', httpStatus: null },
			},
			succeeded: 1,
			failed: 2,
			vehicleId: 'v1',
			headers: { '/odometer': { 'sc-unit-system': 'metric' }, '/fuel': {}, '/vin': {} },
		},
	]);
});

test('imperial values have no unit if Smartcar does not confirm the unit system', () => {
	const withoutHeader: SubResult = { path: '/odometer', code: 200, body: {}, headers: {} };
	const [item] = toBatchOutput([withoutHeader], { ...options, unitSystem: 'imperial' });
	expect(item).toMatchObject({ units: { distance: null } });
});

test('raw output is what Smartcar sent', () => {
	const items = toBatchOutput(results, { ...options, simplify: false });
	expect(items.slice(1)).toEqual([
		{ path: 'fuel', code: 429, body: { type: 'RATE_LIMIT' } },
		{ path: '/vin', code: null, body: null },
	]);
});

test('raw output has the metadata headers beside those that Smartcar sent for the path', () => {
	const sent: SubResult = {
		path: '/odometer',
		code: 200,
		body: {},
		headers: { 'sc-request-id': 'r1', 'x-other': '1' },
		raw: { path: '/odometer', code: 200, body: {}, headers: { 'X-Other': '1' } },
	};
	const rawWithHeaders = { ...options, simplify: false, addHeaders: true };
	const headers = { 'X-Other': '1', 'sc-request-id': 'r1' };
	expect(toBatchOutput([sent], rawWithHeaders)).toEqual([
		{ path: '/odometer', code: 200, body: {}, headers },
	]);
	expect(toBatchOutput([sent], { ...rawWithHeaders, isCombined: true })).toMatchObject([
		{ responses: [{ headers }] },
	]);
});

test('describes each failed path', () => {
	expect(describeFailures(results)).toBe(
		'2 of 3 paths could not be read: /fuel (RATE_LIMIT / VEHICLE, HTTP 429), /vin (no response)',
	);
	expect(describeFailures(results.slice(0, 1))).toBeUndefined();
});
