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
	type: 'RATE_LIMIT',
	code: 'VEHICLE',
	description: 'Too many.',
	suggestedUserMessage: null,
	resolution: null,
	retryAfterSeconds: 120,
	docsUrl: null,
	requestId: null,
};

test('one item per path', () => {
	const items = toBatchOutput(results, 'v1', {
		isCombined: false,
		simplify: true,
		addHeaders: false,
	});
	expect(items.slice(0, 2)).toEqual([
		{
			path: '/odometer',
			success: true,
			data: { distance: 12 },
			error: null,
			code: 200,
			vehicleId: 'v1',
		},
		{ path: '/fuel', success: false, data: null, error: fuelError, code: 429, vehicleId: 'v1' },
	]);
	expect(items[2]).toMatchObject({
		path: '/vin',
		success: false,
		code: null,
		error: { description: 'Missing' },
	});
});

test('one item per vehicle, with the metadata headers', () => {
	const [item, ...others] = toBatchOutput(results, 'v1', {
		isCombined: true,
		simplify: true,
		addHeaders: true,
	});
	expect(others).toEqual([]);
	expect(item).toMatchObject({
		vehicleId: 'v1',
		data: { '/odometer': { distance: 12 } },
		errors: { '/fuel': { status: 429, ...fuelError }, '/vin': { status: null } },
		succeeded: 1,
		failed: 2,
		headers: { '/odometer': { 'sc-unit-system': 'metric' }, '/fuel': {}, '/vin': {} },
	});
});

test('raw output is what Smartcar sent', () => {
	const items = toBatchOutput(results, 'v1', {
		isCombined: false,
		simplify: false,
		addHeaders: false,
	});
	expect(items.slice(1)).toEqual([
		{ path: 'fuel', code: 429, body: { type: 'RATE_LIMIT' } },
		{ path: '/vin', code: null, body: null },
	]);
});

test('describes each failed path', () => {
	expect(describeFailures(results)).toBe(
		'2 of 3 sub-requests failed: /fuel (RATE_LIMIT / VEHICLE, HTTP 429), /vin (no response)',
	);
	expect(describeFailures(results.slice(0, 1))).toBeUndefined();
});
