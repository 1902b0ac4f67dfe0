import { NodeApiError, OperationalError, UserError, type INode } from 'n8n-workflow';
import { z } from 'zod';
import type { CredentialType } from '../../../../../../nodes/Smartcar/transport/credentials';
import {
	answeredError,
	subRequestError,
	unansweredError,
	unexpectedAnswer,
} from '../../../../../../nodes/Smartcar/transport/errors/httpError';
import type { ApiHost, RequestOrigin } from '../../../../../../nodes/Smartcar/transport/request';

const node: INode = {
	id: 'n',
	name: 'Smartcar',
	type: 'n8n-nodes-smartcar.smartcar',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const origin = (
	host: ApiHost = 'vehicleDataUrl',
	credentialType: CredentialType = 'smartcarApplicationApi',
): RequestOrigin => ({
	node,
	credentialType,
	itemIndex: 4,
	request: { method: 'GET', host, path: '/v2.0/user' },
	url: 'https://api.smartcar.com',
});

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) => ({
	status,
	body,
	headers,
});

describe('an answer of 400 or more', () => {
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
		[
			500,
			{},
			'Smartcar turned the request down without saying why (HTTP 500)',
			'temporarily-unavailable',
		],
		[
			504,
			'<html>Gateway</html>',
			'Smartcar answered with a web page instead of JSON (HTTP 504)',
			'temporarily-unavailable',
		],
	])('%i %j', (status, body, message, cause) => {
		const error = answeredError(origin(), answer(status, body));
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({
			message,
			httpCode: String(status),
			failure: { cause },
			context: { itemIndex: 4 },
		});
	});

	test('says what to do, where to read on and which request it was', () => {
		const body = {
			type: 'VEHICLE_STATE',
			code: 'ASLEEP',
			description: 'Asleep.',
			suggestedUserMessage: 'Wake it up.',
			resolution: { type: 'REAUTHENTICATE', url: 'https://example.com/fix' },
			docURL: 'https://example.com/docs',
			requestId: 'request-1',
		};
		expect(answeredError(origin(), answer(409, body)).description).toBe(
			'Wake it up. Try again when the vehicle is awake, after a drive for instance. How to resolve it: https://example.com/fix More: https://example.com/docs Request ID: request-1',
		);
	});

	test('takes the request ID from the headers when the body has none', () => {
		const error = answeredError(origin(), answer(500, {}, { 'sc-request-id': 'request-2' }));
		expect(error.description).toContain('Request ID: request-2');
	});

	test('tells n8n and the user how long to wait', () => {
		const error = answeredError(origin(), answer(429, {}, { 'retry-after': '7' }));
		expect(error.failure).toEqual({ cause: 'rate-limited', retryAfterMs: 7000 });
		expect(error.description).toContain('Smartcar asks to wait 7 s.');
	});

	test.each([
		[
			'smartcarApplicationApi',
			'vehicleDataUrl',
			/may not take application tokens on its v2\.0 endpoints/,
		],
		['smartcarApplicationApi', 'managementUrl', /^Check 'Client ID' and 'Client Secret'/],
		['smartcarAccessTokenApi', 'vehicleDataUrl', /has expired or is for another vehicle/],
		[
			'smartcarAccessTokenApi',
			'managementUrl',
			/is a vehicle token, where an application token is needed/,
		],
	] as const)('a 401 for %s on %s names the likely mix-up', (credentialType, host, hint) => {
		expect(answeredError(origin(host, credentialType), answer(401, {})).description).toMatch(hint);
	});

	test.each([
		'vehiclePermission is missing',
		'econnrefused by the car',
		'Enoent',
		'The vehicle has ETIMEDOUT.',
	])('keeps the message "%s", in which n8n would see an error code', (description) => {
		const { message } = answeredError(origin(), answer(403, { type: 'PERMISSION', description }));
		expect(message).toBe(`${description.replace(/\.$/, '')} (PERMISSION, HTTP 403)`);
	});
});

describe('a success that is none', () => {
	const problem = z.object({ data: z.array(z.string()) }).safeParse({}).error;
	test.each([
		[
			'a web page',
			'<!DOCTYPE html><html></html>',
			/^Smartcar answered GET \/v2\.0\/user with a web page instead of JSON/,
		],
		['cut JSON', '{"data": [', /is not complete JSON \(HTTP 200\)$/],
		['nothing', '', /is empty \(HTTP 200\)$/],
		[
			'another form',
			{},
			/^Smartcar's answer to GET \/v2\.0\/user has an unexpected form: 'data' Required$/,
		],
	])('%s', (_what, body, message) => {
		expect(unexpectedAnswer(origin(), answer(200, body), problem).message).toMatch(message);
	});

	test('recognises a page by its content type', () => {
		const error = unexpectedAnswer(
			origin(),
			answer(200, 'Log in', { 'content-type': 'text/html' }),
			problem,
		);
		expect(error.message).toContain('web page');
	});
});

describe('no answer', () => {
	test.each([
		['ECONNREFUSED', 'the connection was refused'],
		['ENOTFOUND', 'the host name is unknown'],
		['ECONNABORTED', 'it did not answer in time'],
		['CERT_HAS_EXPIRED', 'certificate has expired'],
	])('%s', (code, reason) => {
		const cause = Object.assign(new Error('certificate has expired'), { code });
		const error = unansweredError(origin(), cause);
		expect(error.message).toBe(
			`Smartcar could not be reached at https://api.smartcar.com: ${reason}`,
		);
		expect(error.failure).toEqual({ cause: 'temporarily-unavailable' });
	});

	test('passes on what the credential explained', () => {
		const refused = unansweredError(
			origin(),
			new UserError('Refused.', { description: 'Check the ID.' }),
		);
		expect(refused).toMatchObject({
			message: 'Refused.',
			description: 'Check the ID.',
			failure: { cause: 'credential-invalid' },
		});
		const down = unansweredError(origin(), new OperationalError('Down.'));
		expect(down).toMatchObject({ message: 'Down.', failure: { cause: 'temporarily-unavailable' } });
	});
});

test('a batch is judged by the first sub-request that did not succeed', () => {
	const first = { status: 429, error: { type: 'RATE_LIMIT' }, retryAfterMs: 5000 };
	expect(subRequestError(origin(), '1 of 2', first)).toMatchObject({
		message: '1 of 2',
		httpCode: '429',
		failure: { cause: 'rate-limited', retryAfterMs: 5000 },
	});
});

test('a user that is missing is asked for by the name that the option has', () => {
	const body = {
		errors: [{ type: 'VALIDATION', code: 'MISSING_PARAMETER', detail: 'missing userId' }],
	};
	expect(answeredError(origin(), answer(400, body)).description).toContain(
		"Add the option 'User'.",
	);
});
