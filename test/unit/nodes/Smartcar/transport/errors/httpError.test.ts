import { NodeApiError } from 'n8n-workflow';
import {
	errorInBody,
	httpError,
	subRequestError,
} from '../../../../../../nodes/Smartcar/transport/errors/httpError';
import { ITEM_INDEX, requestDetails } from './requestDetails';

// Before the end of v2.0, after which the advice names Version 3 first.
beforeAll(() => jest.useFakeTimers({ now: new Date('2026-11-01T00:00:00Z') }));
afterAll(() => jest.useRealTimers());

const response = (status: number, body: unknown, headers: Record<string, string> = {}) => ({
	status,
	body,
	headers,
});

describe('a body with an error and the status 200', () => {
	const errorOf = (body: unknown) => errorInBody(requestDetails(), response(200, body));

	test.each([
		[
			{ type: 'RESOURCE_NOT_FOUND', code: 'VERSION', description: 'Retired.', statusCode: 410 },
			'Retired (RESOURCE_NOT_FOUND / VERSION, HTTP 410)',
			'410',
		],
		[
			{ errors: [{ type: 'VEHICLE_STATE', code: 'ASLEEP', detail: 'Asleep.', status: 409 }] },
			'Asleep (VEHICLE_STATE / ASLEEP, HTTP 409)',
			'409',
		],
	])('%j becomes an error with its text and its status', (body, message, httpCode) => {
		expect(errorOf(body)).toMatchObject({ message, httpCode });
	});

	test.each([
		{ id: 'v1', type: 'vehicle' },
		{ type: 'VEHICLE_STATE', statusCode: 200 },
		{ errors: [] },
		'text',
	])('%j has no error', (body) => {
		expect(errorOf(body)).toBeUndefined();
	});
});

describe('a response of 400 or more', () => {
	test.each([
		[
			400,
			{ type: 'VALIDATION', code: null, description: 'Bad.' },
			'Bad (VALIDATION, HTTP 400)',
			'configuration-invalid',
		],
		[
			400,
			{ type: 'CONNECTED_SERVICES_ACCOUNT', code: 'SUBSCRIPTION', description: 'Expired' },
			'Expired (CONNECTED_SERVICES_ACCOUNT / SUBSCRIPTION, HTTP 400)',
			'credential-invalid',
		],
		[
			401,
			{ type: 'AUTHENTICATION', description: 'No.' },
			'No (AUTHENTICATION, HTTP 401)',
			'credential-invalid',
		],
		[
			403,
			{ type: 'PERMISSION', description: 'No.' },
			'No (PERMISSION, HTTP 403)',
			'configuration-invalid',
		],
		[
			404,
			{ errors: [{ type: 'RESOURCE_NOT_FOUND', code: 'X', title: 'Gone', detail: 'Gone.' }] },
			'Gone (RESOURCE_NOT_FOUND / X, HTTP 404)',
			'configuration-invalid',
		],
		[
			409,
			{ type: 'VEHICLE_STATE', code: 'ASLEEP', description: 'Asleep.' },
			'Asleep (VEHICLE_STATE / ASLEEP, HTTP 409)',
			'temporarily-unavailable',
		],
		[
			429,
			{ type: 'RATE_LIMIT', code: 'VEHICLE', description: 'Slow.' },
			'Slow (RATE_LIMIT / VEHICLE, HTTP 429)',
			'rate-limited',
		],
		[
			430,
			{ type: 'BILLING', code: 'VEHICLE_REQUEST_LIMIT', description: 'Used up.' },
			'Used up (BILLING / VEHICLE_REQUEST_LIMIT, HTTP 430)',
			'quota-exhausted',
		],
		[
			500,
			{ type: 'SERVER', code: 'INTERNAL', description: 'Oops.' },
			'Oops (SERVER / INTERNAL, HTTP 500)',
			'temporarily-unavailable',
		],
		[
			501,
			{ type: 'COMPATIBILITY', code: 'VEHICLE_NOT_CAPABLE', description: 'Not this one.' },
			'Not this one (COMPATIBILITY / VEHICLE_NOT_CAPABLE, HTTP 501)',
			'configuration-invalid',
		],
		[
			502,
			{ type: 'UPSTREAM', code: 'RATE_LIMIT', description: 'Wait.' },
			'Wait (UPSTREAM / RATE_LIMIT, HTTP 502)',
			'temporarily-unavailable',
		],
		[
			418,
			{ type: 'TEAPOT', description: 'Short and stout' },
			'Short and stout (TEAPOT, HTTP 418)',
			'configuration-invalid',
		],
		[410, {}, 'Smartcar no longer has this endpoint (HTTP 410)', 'configuration-invalid'],
		[
			500,
			{},
			'Smartcar or a gateway failed, and the response gives no reason (HTTP 500)',
			'temporarily-unavailable',
		],
		[
			504,
			'<html>Gateway</html>',
			'Smartcar answered with a web page instead of JSON (HTTP 504)',
			'temporarily-unavailable',
		],
	])('%i %j has the message "%s" and the cause %s', (status, body, message, cause) => {
		const error = httpError(requestDetails(), response(status, body));
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({
			message,
			httpCode: String(status),
			failure: { cause },
			context: { itemIndex: ITEM_INDEX },
		});
	});

	test('becomes an error with the advice, links and the request ID', () => {
		const body = {
			type: 'VEHICLE_STATE',
			code: 'ASLEEP',
			description: 'Asleep.',
			suggestedUserMessage: 'Wake it up.',
			resolution: { type: 'REAUTHENTICATE', url: 'https://example.com/fix' },
			docURL: 'https://example.com/docs',
			requestId: 'request-1',
		};
		expect(httpError(requestDetails(), response(409, body)).description).toBe(
			'Try again when the vehicle is awake, for example after a drive. Wake it up. How to resolve it: https://example.com/fix More information: https://example.com/docs Request ID: request-1',
		);
	});

	test.each([
		['the body has none', {}],
		['the body has another one', { errors: [{ meta: { debug: { requestId: 'request-1' } } }] }],
	])('gives the request ID of its headers, if %s', (_what, body) => {
		const headers = { 'sc-request-id': 'request-2' };
		const error = httpError(requestDetails(), response(500, body, headers));
		expect(error.description).toContain('Request ID: request-2');
		expect(error.context.requestId).toBe('request-2');
	});

	test('gives the wait that Smartcar asks for', () => {
		const error = httpError(requestDetails(), response(429, {}, { 'retry-after': '7' }));
		expect(error.failure).toEqual({ cause: 'rate-limited', retryAfterMs: 7000 });
		expect(error.description).toContain('Smartcar asks you to wait 7 s.');
	});

	test.each([
		[
			'smartcarApplicationApi',
			'vehicleDataUrl',
			/may not accept application tokens on v2\.0 endpoints/,
		],
		[
			'smartcarApplicationApi',
			'managementUrl',
			/^Smartcar issued an access token .* but does not accept it/,
		],
		['smartcarAccessTokenApi', 'vehicleDataUrl', /has expired or is for another vehicle/],
		[
			'smartcarAccessTokenApi',
			'managementUrl',
			/it is a vehicle token and this request needs an application token/,
		],
	] as const)('a 401 for %s on %s names the probable mistake', (credentialType, host, hint) => {
		expect(
			httpError(
				requestDetails({ credentialType, request: { method: 'GET', host } }),
				response(401, {}),
			).description,
		).toMatch(hint);
	});

	test.each([
		'vehiclePermission is missing',
		'econnrefused by the car',
		'Enoent',
		'The vehicle has ETIMEDOUT.',
	])('keeps the message "%s", which n8n would replace', (description) => {
		const { message } = httpError(
			requestDetails(),
			response(403, { type: 'PERMISSION', description }),
		);
		expect(message).toBe(`${description.replace(/\.$/, '')} (PERMISSION, HTTP 403)`);
	});
});

test('the error of a batch uses the first failed sub-request', () => {
	const first = { status: 429, error: { type: 'RATE_LIMIT' }, retryAfterMs: 5000 };
	expect(subRequestError(requestDetails(), '1 of 2', first)).toMatchObject({
		message: '1 of 2',
		httpCode: '429',
		failure: { cause: 'rate-limited', retryAfterMs: 5000 },
	});
});

test('a batch with an unknown path does not blame the ID of the vehicle', () => {
	const first = {
		path: '/nosuch',
		status: 404,
		error: { type: 'RESOURCE_NOT_FOUND', code: 'PATH', description: 'No such path' },
	};
	expect(subRequestError(requestDetails(), '1 of 2', first).description).toBe(
		'/nosuch: No such path. Check the spelling of the path.',
	);
});

test.each([401, 404])('a web page with the status %i says once to check the hosts', (status) => {
	const { description } = httpError(requestDetails(), response(status, '<html>'));
	expect(description?.match(/With 'Custom Hosts' on/g)).toHaveLength(1);
});

test.each([
	['Slow', 'Slow.'],
	['Slow.', 'Slow.'],
	['Slow. \n', 'Slow.'],
	// A regular expression that trims the end would take seconds for so many blanks.
	[`a${' '.repeat(300_000)}b`, `a${' '.repeat(300_000)}b.`],
])('the reason of a failed sub-request ends with one period', (description, expected) => {
	const first = { status: 418, error: { description } };
	const error = subRequestError(requestDetails(), '1 of 2', first);

	expect(error.description?.startsWith(expected)).toBe(true);
});

test('a missing user ID is explained with the name of the option', () => {
	const body = {
		errors: [{ type: 'VALIDATION', code: 'MISSING_PARAMETER', detail: 'missing userId' }],
	};
	expect(httpError(requestDetails(), response(400, body)).description).toContain(
		"Add the option 'User'.",
	);
});

test.each([
	['the option is set', { userId: 'u1' }],
	['the request is not about v2.0', { request: { method: 'GET', host: 'signalsUrl' } }],
] as const)('an error about a user ID does not ask for the option if %s', (_what, details) => {
	const body = {
		errors: [{ type: 'VALIDATION', code: null, detail: 'filter[userId] must be a UUID' }],
	};
	expect(httpError(requestDetails(details), response(400, body)).description).toBe(
		'Check the values of the parameters.',
	);
});
