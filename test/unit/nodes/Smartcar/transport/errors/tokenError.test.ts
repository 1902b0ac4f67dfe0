import { NodeOperationError, OperationalError, UserError } from 'n8n-workflow';
import { explainTokenError } from '../../../../../../nodes/Smartcar/transport/errors/tokenError';
import { TokenEndpointError } from '../../../../../../nodes/shared/tokenEndpointError';
import { testNode } from '../../../testNode';

/**
 * What n8n's OAuth2 client throws for a response with an OAuth error. The message is not used: it
 * is the explanation of the error in RFC 6749.
 */
const oauthError = (error: string, description?: string) =>
	Object.assign(new Error('text of the RFC'), {
		code: 'EAUTH',
		body: { error, ...(description && { error_description: description }) },
	});

/** What n8n's OAuth2 client throws for a response with neither an OAuth error nor a token. */
const statusError = (status: number) =>
	Object.assign(new Error(`HTTP status ${status}`), { code: 'ESTATUS', status });

const RECONNECT = 'Open the credential and connect it again. The owner has to sign in again.';
const TRY_LATER_OR_RECONNECT =
	'Try again later. If that does not help, connect the credential again. The owner has to sign in again.';

test.each([
	[
		'a credential that is not connected',
		new UserError('OAuth credentials not connected'),
		'The Smartcar OAuth2 API credential is not connected',
		'Open the credential and connect it. The owner of the vehicle signs in and grants access.',
		'credential-invalid',
	],
	[
		'a credential without a token',
		new Error('Unable to sign without access token'),
		'The Smartcar OAuth2 API credential is not connected',
		'Open the credential and connect it. The owner of the vehicle signs in and grants access.',
		'credential-invalid',
	],
	[
		'invalid_grant, which n8n explains',
		new NodeOperationError(testNode(), 'The credential "Car" needs to be reconnected.', {
			description: 'Reconnect it.',
		}),
		'The credential "Car" needs to be reconnected',
		'Reconnect it.',
		'credential-invalid',
	],
	[
		'401 invalid_client',
		oauthError('invalid_client', 'Client authentication failed.'),
		'Smartcar did not accept the client ID and client secret when n8n renewed the access token (invalid_client: Client authentication failed)',
		"Check 'Client ID' and 'Client Secret' in the credential, then connect it again.",
		'credential-invalid',
	],
	[
		'400 invalid_request',
		oauthError('invalid_request'),
		'Smartcar did not renew the access token (invalid_request)',
		RECONNECT,
		'credential-invalid',
	],
	[
		'400 unsupported_grant_type',
		oauthError('unsupported_grant_type'),
		'Smartcar did not renew the access token (unsupported_grant_type)',
		RECONNECT,
		'credential-invalid',
	],
	[
		'access_denied',
		oauthError('access_denied'),
		'Smartcar did not renew the access token (access_denied)',
		RECONNECT,
		'credential-invalid',
	],
	[
		'temporarily_unavailable',
		oauthError('temporarily_unavailable'),
		'Smartcar did not renew the access token (temporarily_unavailable)',
		TRY_LATER_OR_RECONNECT,
		'temporarily-unavailable',
	],
	[
		'429 too_many_requests',
		oauthError('too_many_requests', 'Slow down.'),
		'Smartcar did not renew the access token (too_many_requests: Slow down)',
		TRY_LATER_OR_RECONNECT,
		'temporarily-unavailable',
	],
	[
		'a response without a token',
		statusError(404),
		'The token endpoint answered HTTP 404 without an access token',
		"Try again later. With 'Custom Hosts' on, check the 'Vehicle Token URL' in the credential.",
		'temporarily-unavailable',
	],
	[
		'no refresh token',
		new Error(
			'OAuth access token expired and no refresh token is available. Please reconnect the credentials.',
		),
		'The access token has expired, and there is no refresh token to renew it with',
		RECONNECT,
		'credential-invalid',
	],
	[
		'an error of the application credential',
		new UserError('Refused.', { description: 'Check the ID.' }),
		'Refused.',
		'Check the ID.',
		'credential-invalid',
	],
	[
		'an unreachable token endpoint',
		new OperationalError('Down.', { description: 'Check the network.' }),
		'Down.',
		'Check the network.',
		'temporarily-unavailable',
	],
])('explains %s', (_what, error, message, description, failureCause) => {
	expect(explainTokenError(error)).toMatchObject({
		message,
		description,
		failure: { cause: failureCause },
	});
});

test('names the error code of the token endpoint', () => {
	expect(explainTokenError(oauthError('invalid_client'))).toMatchObject({
		serviceError: { code: 'invalid_client' },
	});
});

test.each([
	[429, 'rate-limited'],
	[503, 'temporarily-unavailable'],
])('gives the status %i and the wait of the token endpoint', (httpStatus, failureCause) => {
	const error = new TokenEndpointError('Down.', {
		description: 'Try again later.',
		httpStatus,
		retryAfter: '3600',
	});
	expect(explainTokenError(error)).toEqual({
		message: 'Down.',
		description: 'Try again later.',
		tokenEndpointStatus: httpStatus,
		retryAfterMs: 3_600_000,
		failure: { cause: failureCause, retryAfterMs: 3_600_000 },
	});
});

test('gives the status of a token refresh that was rate-limited', () => {
	expect(explainTokenError(statusError(429))).toMatchObject({
		tokenEndpointStatus: 429,
		failure: { cause: 'rate-limited' },
	});
});

test.each([
	['a network error', Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })],
	['nothing', undefined],
	['text', 'no'],
])('does not explain %s', (_what, error) => {
	expect(explainTokenError(error)).toBeUndefined();
});
