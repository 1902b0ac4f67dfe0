import { locator, runSmartcar, useNock, vehicleApi } from './runSmartcar';

useNock();

const parameters = {
	resource: 'vehicle',
	apiVersion: 'v2.0',
	operation: 'batch',
	vehicleId: locator('v1'),
};
const BATCH = '/v2.0/vehicles/v1/batch';
const requestBody = (...paths: string[]) => ({ requests: paths.map((path) => ({ path })) });

const odometer = {
	path: '/odometer',
	code: 200,
	body: { distance: 12.5 },
	headers: { 'sc-unit-system': 'metric' },
};
const failedOil = {
	path: 'engine/oil/',
	code: 403,
	body: {
		statusCode: 403,
		type: 'PERMISSION',
		code: null,
		description: 'Permission missing.',
		resolution: { type: 'REAUTHENTICATE' },
		requestId: 'request-2',
	},
};
const rateLimitedFuel = (retryAfter: string, code = 'VEHICLE') => ({
	path: '/fuel',
	code: 429,
	body: { type: 'RATE_LIMIT', code, description: 'Too many.' },
	headers: { 'Retry-After': retryAfter },
});
const fuel = { path: '/fuel', code: 200, body: { range: 300 }, headers: {} };

test('requests known and additional paths in one request, and returns the results in the order of the paths', async () => {
	const request = vehicleApi()
		.post(BATCH, requestBody('/odometer', '/engine/oil', '/tesla/compass'))
		.reply(200, { responses: [failedOil, odometer] }, { 'sc-request-id': 'request-1' });
	const options = { addResponseHeaders: true };
	const paths = { paths: ['/odometer', '/engine/oil'], additionalPaths: ' tesla/compass/ ' };
	const { json, items } = await runSmartcar({ ...parameters, ...paths, options });
	expect(request.isDone()).toBe(true);
	expect(json).toEqual([
		{
			path: '/odometer',
			success: true,
			data: { distance: 12.5 },
			units: { distance: 'km' },
			httpStatus: 200,
			vehicleId: 'v1',
			headers: { 'sc-unit-system': 'metric', 'sc-request-id': 'request-1' },
		},
		expect.objectContaining({
			path: '/engine/oil',
			success: false,
			error: 'Permission missing.',
			errorType: 'PERMISSION',
			resolution: 'REAUTHENTICATE',
			requestId: 'request-2',
			httpStatus: 403,
		}),
		expect.objectContaining({
			path: '/tesla/compass',
			success: false,
			httpStatus: null,
			error: 'The response of Smartcar has no usable result for this path',
		}),
	]);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
		{ item: 0 },
		{ item: 0 },
		{ item: 0 },
	]);
});

test('a result of an unexpected format fails only its own path', async () => {
	vehicleApi()
		.post(BATCH)
		.reply(200, { responses: [odometer, { path: '/engine/oil', body: {} }] });
	const { json, error } = await runSmartcar({
		...parameters,
		paths: ['/odometer', '/engine/oil'],
	});
	expect(error).toBeUndefined();
	expect(json).toMatchObject([
		{ path: '/odometer', success: true, data: { distance: 12.5 } },
		{
			path: '/engine/oil',
			success: false,
			error: 'The response of Smartcar has no usable result for this path',
		},
	]);
});

test('one item per vehicle', async () => {
	vehicleApi()
		.post(BATCH)
		.reply(200, { responses: [odometer, failedOil] });
	const { json } = await runSmartcar({
		...parameters,
		paths: ['/odometer', '/engine/oil'],
		output: 'combined',
	});
	expect(json).toEqual([
		expect.objectContaining({
			vehicleId: 'v1',
			data: { '/odometer': { distance: 12.5 } },
			succeeded: 1,
			failed: 1,
		}),
	]);
});

test.each([
	{ paths: ['/vin'], more: ['/odometer'] },
	{ paths: '["/vin", "/odometer"]', more: '' },
	{ paths: '/vin\n/odometer', more: '' },
])('reads the paths %j from an expression', async (item) => {
	const request = vehicleApi()
		.post(BATCH, requestBody('/vin', '/odometer'))
		.reply(200, { responses: [] });
	const paths = { paths: '={{ $json.paths }}', additionalPaths: '={{ $json.more }}' };
	await runSmartcar({ ...parameters, ...paths }, { items: [item] });
	expect(request.isDone()).toBe(true);
});

test('retries only the sub-request that got a 429, after its own wait', async () => {
	vehicleApi()
		.post(BATCH, requestBody('/odometer', '/fuel'))
		.reply(200, { responses: [odometer, rateLimitedFuel('1')] });
	const again = vehicleApi()
		.post(BATCH, requestBody('/fuel'))
		.reply(200, { responses: [fuel] });
	const { json } = await runSmartcar({ ...parameters, paths: ['/odometer', '/fuel'] });
	expect(again.isDone()).toBe(true);
	expect(json).toMatchObject([
		{ path: '/odometer', success: true },
		{ path: '/fuel', success: true, data: { range: 300 } },
	]);
});

test('returns the error of a sub-request if its wait is longer than Max Retry Wait', async () => {
	vehicleApi()
		.post(BATCH)
		.once()
		.reply(200, { responses: [odometer, rateLimitedFuel('120')] });
	const { json } = await runSmartcar({ ...parameters, paths: ['/odometer', '/fuel'] });
	expect(json[1]).toMatchObject({
		success: false,
		httpStatus: 429,
		errorCode: 'VEHICLE',
		retryAfter: 120,
	});
});

test.each([
	[
		'the application pauses the run',
		'SMARTCAR_API',
		{ error: expect.stringContaining('HTTP 429') },
	],
	['the vehicle does not', 'VEHICLE', { path: '/odometer', success: true }],
])('a limit of %s', async (_what, code, expected) => {
	vehicleApi()
		.post(BATCH)
		.reply(200, { responses: [odometer, rateLimitedFuel('120', code)] });
	vehicleApi()
		.post('/v2.0/vehicles/v2/batch')
		.reply(200, { responses: [odometer] });
	const { json } = await runSmartcar(
		{
			...parameters,
			vehicleId: locator('={{ $json.id }}'),
			paths: '={{ $json.paths }}',
			options: { concurrentRequests: 1 },
		},
		{
			items: [
				{ id: 'v1', paths: ['/odometer', '/fuel'] },
				{ id: 'v2', paths: ['/odometer'] },
			],
			node: { onError: 'continueRegularOutput' },
		},
	);
	expect(json).toMatchObject([
		{ path: '/odometer', success: true },
		{ path: '/fuel', success: false, httpStatus: 429, errorCode: code },
		expected,
	]);
});

test('with Fail on Path Error one failed path fails the item', async () => {
	vehicleApi()
		.post(BATCH)
		.reply(200, { responses: [odometer, failedOil] });
	const options = { failOnSubRequestError: true };
	const { error, json } = await runSmartcar({
		...parameters,
		paths: ['/odometer', '/engine/oil'],
		options,
	});
	expect(error).toMatchObject({
		message: '1 of 2 paths could not be read: /engine/oil (PERMISSION, HTTP 403)',
		failure: { cause: 'configuration-invalid' },
	});
	expect(json).toEqual([]);
});

test('a 200 without responses is an error', async () => {
	vehicleApi().post(BATCH).reply(200, { portal: 'Log in' });
	const { error } = await runSmartcar({ ...parameters, paths: ['/odometer'] });
	expect(error?.message).toContain("has an unexpected format: 'responses' Required");
});

test('a status that is text does not fail the other paths', async () => {
	vehicleApi()
		.post(BATCH)
		.reply(200, { responses: [odometer, { ...failedOil, code: '403' }] });
	const { json, error } = await runSmartcar({
		...parameters,
		paths: ['/odometer', '/engine/oil'],
	});
	expect(error).toBeUndefined();
	expect(json).toMatchObject([
		{ path: '/odometer', success: true },
		{ path: '/engine/oil', success: false, httpStatus: 403 },
	]);
});
