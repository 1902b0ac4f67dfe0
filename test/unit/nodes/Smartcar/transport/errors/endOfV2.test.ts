import { httpError } from '../../../../../../nodes/Smartcar/transport/errors/httpError';
import { invalidResponseError } from '../../../../../../nodes/Smartcar/transport/errors/invalidResponseError';
import { networkError } from '../../../../../../nodes/Smartcar/transport/errors/networkError';
import type { ApiHost } from '../../../../../../nodes/Smartcar/transport/request';
import { requestDetails } from './requestDetails';

const details = (host: ApiHost) =>
	requestDetails({
		credentialType: 'smartcarOAuth2Api',
		request: { method: 'GET', host },
		path: '/v2.0/vehicles',
	});

const notRenewed = Object.assign(new Error('x'), { code: 'EAUTH', body: {} });

const unreachable = Object.assign(new Error('x'), { code: 'ENOTFOUND' });

/** Errors that v2.0 may cause once it has ended. */
const ERRORS = [
	['404', (host: ApiHost) => httpError(details(host), { status: 404, body: {}, headers: {} })],
	[
		'a web page',
		(host: ApiHost) => httpError(details(host), { status: 410, body: '<html>', headers: {} }),
	],
	['an unknown host', (host: ApiHost) => networkError(details(host), unreachable)],
	['a token that is not renewed', (host: ApiHost) => networkError(details(host), notRenewed)],
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

test('an error with which v2.0 shows that it still runs keeps its own advice first', () => {
	jest.useFakeTimers({ now: new Date('2026-12-02T00:00:00Z') });
	const body = { type: 'VEHICLE_STATE', code: 'ASLEEP', description: 'The vehicle is asleep.' };
	const error = httpError(details('vehicleDataUrl'), { status: 409, body, headers: {} });
	expect(error.description).toMatch(
		/^Try again when .* The v2\.0 API is deprecated\. Set .* 'Version 3'\.$/,
	);
});
