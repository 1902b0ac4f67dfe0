import { NodeOperationError, OperationalError, UserError, type Failure } from 'n8n-workflow';
import { ClientRejectedError } from '../../../shared/clientRejectedError';
import { textProperty } from '../../../shared/textProperty';
import { TokenEndpointError } from '../../../shared/tokenEndpointError';
import { parseRetryAfter } from '../retry';
import type { ServiceError } from './serviceError';

interface TokenError {
	message: string;
	description: string;
	failure: Failure;
	/** The HTTP status of the token endpoint, if it responded. */
	tokenEndpointStatus?: number;
	/** How long the token endpoint asks to wait. */
	retryAfterMs?: number;
	/** The error code of the token endpoint, such as invalid_client. */
	serviceError?: ServiceError;
}

const CREDENTIAL_INVALID: Failure = { cause: 'credential-invalid' };

const TEMPORARILY_UNAVAILABLE: Failure = { cause: 'temporarily-unavailable' };

const RECONNECT = 'Open the credential and connect it again. The owner has to sign in again.';

const TRY_LATER_OR_RECONNECT =
	'Try again later. If that does not help, connect the credential again, for which the owner has to sign in.';

/** n8n's messages for a credential without a token and for one with an unusable token. */
const NOT_CONNECTED = new Set([
	'OAuth credentials not connected',
	'Unable to sign without access token',
]);

/** n8n's message when there is no refresh token. */
const NO_REFRESH_TOKEN = /^OAuth access token expired and no refresh token/;

/** Errors of the token endpoint about the client ID and the client secret. */
const CLIENT_ERRORS = new Set(['invalid_client', 'unauthorized_client']);

/**
 * Errors of the token endpoint that stay the same, however often n8n sends the refresh token: the
 * other ones of RFC 6749, section 5.2, and access_denied.
 */
const RECONNECT_ERRORS = new Set([
	'access_denied',
	'invalid_grant',
	'invalid_request',
	'invalid_scope',
	'unsupported_grant_type',
]);

/** Explains an error response of the token endpoint. */
function explainRejection(cause: Error): TokenError {
	const body: unknown = Reflect.get(cause, 'body');
	const code = textProperty(body, 'error');
	const error = code ?? 'no reason given';
	const description = textProperty(body, 'error_description')?.replace(/\.\s*$/, '');
	const reason = [error, description].filter(Boolean).join(': ');
	const serviceError = { code };
	if (CLIENT_ERRORS.has(error)) {
		return {
			message: `Smartcar did not accept the client ID and client secret when n8n renewed the access token (${reason})`,
			description:
				"Check 'Client ID' and 'Client Secret' in the credential, then connect it again.",
			failure: CREDENTIAL_INVALID,
			serviceError,
		};
	}
	const mustReconnect = RECONNECT_ERRORS.has(error);
	return {
		message: `Smartcar did not renew the access token (${reason})`,
		description: mustReconnect ? RECONNECT : TRY_LATER_OR_RECONNECT,
		failure: mustReconnect ? CREDENTIAL_INVALID : TEMPORARILY_UNAVAILABLE,
		serviceError,
	};
}

type EndpointFailure = Pick<TokenEndpointError, 'httpStatus' | 'retryAfter' | 'networkCode'>;

/**
 * What is known about a token endpoint that issued no token, although the credential may be right.
 * n8n's OAuth2 client tells only the status, and not even that if the response has an `error`.
 *
 * @returns undefined when the cause is something else
 */
export function tokenEndpointFailure(cause: unknown): EndpointFailure | undefined {
	if (cause instanceof TokenEndpointError) return cause;
	if (!(cause instanceof Error) || Reflect.get(cause, 'code') !== 'ESTATUS') return undefined;
	return { httpStatus: Number(Reflect.get(cause, 'status')) };
}

/** The status of the token endpoint and how long it asks to wait, for the fields of the error. */
function statusAndWait({ httpStatus, retryAfter }: EndpointFailure) {
	const retryAfterMs = parseRetryAfter(retryAfter, Date.now());
	const failure: Failure = {
		cause: httpStatus === 429 ? 'rate-limited' : 'temporarily-unavailable',
		...(retryAfterMs !== undefined && { retryAfterMs }),
	};
	return { tokenEndpointStatus: httpStatus, retryAfterMs, failure };
}

const textsOf = ({ message, description }: UserError | OperationalError) => ({
	message,
	description: description ?? '',
});

/**
 * Explains why n8n could not get an access token, from what the application credential or n8n's
 * OAuth2 code has thrown.
 *
 * See docs/contributing/n8n-facts.md#token-renewal.
 *
 * @returns undefined when the cause is something else
 */
export function explainTokenError(cause: unknown): TokenError | undefined {
	if (!(cause instanceof Error)) return undefined;
	if (NOT_CONNECTED.has(cause.message)) {
		return {
			message: 'The Smartcar OAuth2 API credential is not connected',
			description:
				'Open the credential and connect it. The owner of the vehicle signs in and grants access.',
			failure: CREDENTIAL_INVALID,
		};
	}
	if (cause instanceof TokenEndpointError) return { ...textsOf(cause), ...statusAndWait(cause) };
	if (cause instanceof ClientRejectedError) {
		return {
			...textsOf(cause),
			failure: CREDENTIAL_INVALID,
			tokenEndpointStatus: cause.httpStatus,
			serviceError: { code: cause.oauthError },
		};
	}
	if (cause instanceof UserError || cause instanceof OperationalError) {
		const failure = cause instanceof UserError ? CREDENTIAL_INVALID : TEMPORARILY_UNAVAILABLE;
		return { ...textsOf(cause), failure };
	}
	if (cause instanceof NodeOperationError) {
		return {
			message: cause.message.replace(/\.\s*$/, ''),
			description: cause.description ?? RECONNECT,
			failure: CREDENTIAL_INVALID,
		};
	}
	if (NO_REFRESH_TOKEN.test(cause.message)) {
		return {
			message: 'The access token has expired, and there is no refresh token to renew it with',
			description: RECONNECT,
			failure: CREDENTIAL_INVALID,
		};
	}
	if (Reflect.get(cause, 'code') === 'EAUTH') return explainRejection(cause);
	const endpointFailure = tokenEndpointFailure(cause);
	if (endpointFailure === undefined) return undefined;
	return {
		message: `The token endpoint answered HTTP ${endpointFailure.httpStatus} without an access token`,
		description:
			"Try again later. With 'Custom Hosts' on, check the 'Vehicle Token URL' in the credential.",
		...statusAndWait(endpointFailure),
	};
}
