import {
	httpError,
	subRequestError,
} from '../../../../../../nodes/Smartcar/transport/errors/httpError';
import { invalidResponseError } from '../../../../../../nodes/Smartcar/transport/errors/invalidResponseError';
import { networkError } from '../../../../../../nodes/Smartcar/transport/errors/networkError';
import type { ApiHost, CredentialType } from '../../../../../../nodes/Smartcar/transport/request';
import { requestDetails } from './requestDetails';

const details = (host: ApiHost) =>
	requestDetails({
		credentialType: 'smartcarOAuth2Api',
		request: { method: 'GET', host },
		path: '/v2.0/vehicles',
	});

/** What n8n's OAuth2 client throws when the token endpoint rejects a refresh. */
const refreshRejected = Object.assign(new Error('x'), {
	code: 'EAUTH',
	body: { error: 'invalid_request' },
});

/** What n8n's OAuth2 client throws when there is no token endpoint any more. */
const tokenEndpointGone = Object.assign(new Error('x'), { code: 'ESTATUS', status: 410 });

const unknownHost = Object.assign(new Error('x'), { code: 'ENOTFOUND' });

/** Errors that requests to v2.0 may cause once it has ended. */
const ERRORS = [
	['404', (host: ApiHost) => httpError(details(host), { status: 404, body: {}, headers: {} })],
	[
		'a web page',
		(host: ApiHost) => httpError(details(host), { status: 404, body: '<html>', headers: {} }),
	],
	['an unknown host', (host: ApiHost) => networkError(details(host), unknownHost, true)],
	[
		'a web page with the status 200',
		(host: ApiHost) =>
			invalidResponseError(details(host), { status: 200, body: '<html>', headers: {} }),
	],
	[
		'an empty response',
		(host: ApiHost) => invalidResponseError(details(host), { status: 200, body: '', headers: {} }),
	],
	[
		'a response in another format',
		(host: ApiHost) => invalidResponseError(details(host), { status: 200, body: {}, headers: {} }),
	],
] as const;

afterEach(() => jest.useRealTimers());

describe.each(ERRORS)('after %s', (_what, createError) => {
	test.each([
		['2026-11-30T23:59:59Z', 'vehicleDataUrl', false],
		['2026-12-01T00:00:00Z', 'vehicleDataUrl', true],
		['2026-12-01T00:00:00Z', 'signalsUrl', false],
	] as const)('at %s the error of a request to %s advises Version 3: %s', (now, host, expected) => {
		jest.useFakeTimers({ now: new Date(now) });
		const { description } = createError(host);
		expect(/'API Version' to 'Version 3'/.test(description ?? '')).toBe(expected);
	});
});

describe.each([{}, '<html>', { type: 'GONE', description: 'v2.0 has ended' }])(
	'after 410 with the body %j',
	(body) => {
		const descriptionFrom = (host: ApiHost) =>
			httpError(details(host), { status: 410, body, headers: {} }).description ?? '';

		test.each([
			['2026-11-30T23:59:59Z', 'The v2.0 API is no longer available at this address.'],
			['2026-12-01T00:00:00Z', 'Smartcar ended the v2.0 API on December 1, 2026.'],
		])('at %s the advice begins: %s', (now, text) => {
			jest.useFakeTimers({ now: new Date(now) });
			const advice = `${text} Choose a Smartcar Application API credential, and set 'API Version' to 'Version 3'.`;
			expect(descriptionFrom('vehicleDataUrl').slice(0, advice.length)).toBe(advice);
		});

		test('another API does not name v2.0', () => {
			expect(descriptionFrom('signalsUrl')).not.toMatch(/v2\.0|Version 3/);
		});
	},
);

describe('the advice after the end of v2.0', () => {
	beforeEach(() => jest.useFakeTimers({ now: new Date('2026-12-02T00:00:00Z') }));

	const descriptionOf = (status: number, body: object, credentialType?: CredentialType) =>
		httpError(
			{ ...details('vehicleDataUrl'), ...(credentialType && { credentialType }) },
			{ status, body, headers: {} },
		).description;

	test.each([
		[403, {}],
		[403, { message: 'Forbidden' }],
		[404, {}],
		[410, {}],
		[410, { type: 'GONE', description: 'v2.0 has ended' }],
		[404, { statusCode: 404, error: 'Not Found', message: 'Route not found' }],
		[404, { type: 'RESOURCE_NOT_FOUND', code: 'PATH', description: 'No such path.' }],
		[404, { type: 'RESOURCE_NOT_FOUND', code: 'VERSION', description: 'No such version.' }],
		[404, { type: 'RESOURCE_NOT_FOUND', code: 'INVALID_PATH', description: 'No such path.' }],
	])('begins with the end if the response says that the API is missing: %s %j', (status, body) => {
		expect(descriptionOf(status, body)).toMatch(
			/^Smartcar ended the v2\.0 API on December 1, 2026/,
		);
	});

	test("begins with the end if an owner's token is rejected, because any other one would be, too", () => {
		expect(descriptionOf(401, { type: 'AUTHENTICATION', description: 'Invalid token.' })).toBe(
			"Smartcar ended the v2.0 API on December 1, 2026. Choose a Smartcar Application API credential, and set 'API Version' to 'Version 3'. If other v2.0 requests still succeed: The owner may have revoked access. Connect the credential again.",
		);
	});

	test.each([
		[403, { type: 'PERMISSION', description: 'No access.' }, "Add the permission under 'Perm"],
		[400, { type: 'VALIDATION', description: 'Not valid.' }, 'Check the values of the parameters.'],
		[404, { type: 'RESOURCE_NOT_FOUND', code: null }, "With 'Custom Hosts' on"],
		[500, { type: 'SERVER' }, 'Try again later.'],
		[502, { type: 'UPSTREAM' }, 'Try again later.'],
		[504, {}, 'Try again later.'],
	])('for %s %j mentions the end as another possible cause', (status, body, advice) => {
		const description = descriptionOf(status, body) ?? '';
		expect(description.startsWith(advice)).toBe(true);
		expect(description).toMatch(
			/This can also be the cause: Smartcar ended .* 'API Version' to 'Version 3'\.$/,
		);
	});

	test('for a 401 with the application credential says once how to move to version 3', () => {
		const description = descriptionOf(401, { type: 'AUTHENTICATION' }, 'smartcarApplicationApi');
		expect(description?.match(/'API Version' to 'Version 3'/g)).toHaveLength(1);
		expect(description).toMatch(
			/^Smartcar ended the v2\.0 API on December 1, 2026\. Set 'API Version' to 'Version 3'\. If other v2\.0 requests still succeed: /,
		);
	});

	test('for a 401 with an access token says what to do with that of an application or a vehicle', () => {
		expect(descriptionOf(401, { type: 'AUTHENTICATION' }, 'smartcarAccessTokenApi')).toMatch(
			/^Smartcar ended .* 2026\. Set 'API Version' to 'Version 3'\. With the token of one vehicle, also choose a Smartcar Application API credential\. .* If it is the token of an application, set 'API Version' to 'Version 3'\.$/,
		);
	});

	test('for the application credential asks only for another version', () => {
		expect(descriptionOf(404, {}, 'smartcarApplicationApi')).toMatch(
			/^Smartcar ended the v2\.0 API on December 1, 2026\. Set 'API Version' to 'Version 3'\./,
		);
	});

	test("begins with the end if an owner's token is not renewed", () => {
		const { description } = networkError(details('vehicleDataUrl'), refreshRejected, true);
		expect(description).toMatch(
			/^Smartcar ended .* 'API Version' to 'Version 3'\. If other v2\.0 requests still succeed: Open the credential and connect it again\./,
		);
	});

	test('begins with the end if there is no token endpoint any more', () => {
		const { description } = networkError(details('vehicleDataUrl'), tokenEndpointGone, true);
		expect(description).toMatch(
			/^Smartcar ended .* 'API Version' to 'Version 3'\. Try again later\./,
		);
	});

	test('begins with the end if a path of a batch has ended', () => {
		const first = { status: 410, error: {} };
		const { description } = subRequestError(details('vehicleDataUrl'), '1 of 2', first);
		expect(description).toMatch(/^Smartcar ended .* 'API Version' to 'Version 3'\./);
	});

	const asleep = { type: 'VEHICLE_STATE', code: 'ASLEEP', description: 'The vehicle is asleep.' };

	test.each([
		['an error of the v2.0 API', () => descriptionOf(409, asleep)],
		['a rate limit', () => descriptionOf(429, {})],
		['a request limit that is used up', () => descriptionOf(430, {})],
		[
			"an application's token that is not renewed",
			() =>
				networkError(
					{ ...details('vehicleDataUrl'), credentialType: 'smartcarApplicationApi' },
					refreshRejected,
					true,
				).description,
		],
		[
			'a failed path of a batch',
			() =>
				subRequestError(details('vehicleDataUrl'), 'A path of the batch failed', {
					status: 404,
					error: {},
				}).description,
		],
	])('does not mention the end for %s', (_what, readDescription) => {
		const description = readDescription();
		expect(description).toBeTruthy();
		expect(description).not.toContain('Smartcar ended');
	});
});
