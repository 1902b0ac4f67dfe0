import { NodeOperationError, OperationalError, UserError, type Failure } from 'n8n-workflow';
import { ClientRejectedError } from '../../../shared/clientRejectedError';
import { parseRetryAfter } from '../../../shared/parseRetryAfter';
import { textProperty } from '../../../shared/textProperty';
import { TokenEndpointError } from '../../../shared/tokenEndpointError';
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
	'Try again later. If that does not help, connect the credential again. The owner has to sign in again.';

/** n8n's messages for a credential without a token and for one with an unusable token. */
const NOT_CONNECTED = new Set([
	'OAuth credentials not connected',
	'Unable to sign without access token',
]);

/** n8n's message when there is no refresh token. */
const NO_REFRESH_TOKEN = /^OAuth access token expired and no refresh token/;

/** Errors of the token endpoint about the client ID and the client secret. */
const CLIENT_ERRORS = new Set<unknown>(['invalid_client', 'unauthorized_client']);

/**
 * Errors of the token endpoint that stay the same until the credential is connected again: the
 * others in RFC 6749, section 5.2, and access_denied.
 */
const RECONNECT_ERRORS = new Set<unknown>([
	'access_denied',
	'invalid_grant',
	'invalid_request',
	'invalid_scope',
	'unsupported_grant_type',
]);

/** Explains an error of n8n's OAuth2 client for a response that has an `error`. */
function explainReason(cause: Error): TokenError {
	const body: unknown = Reflect.get(cause, 'body');
	const code = textProperty(body, 'error');
	const description = textProperty(body, 'error_description')?.replace(/\.\s*$/, '');
	const reason = [code ?? 'no reason given', description].filter(Boolean).join(': ');
	const serviceError = { code };
	if (CLIENT_ERRORS.has(code)) {
		return {
			message: `Smartcar did not accept the client ID and client secret when n8n renewed the access token (${reason})`,
			description:
				"Check 'Client ID' and 'Client Secret' in the credential, then connect it again.",
			failure: CREDENTIAL_INVALID,
			serviceError,
		};
	}
	const mustReconnect = RECONNECT_ERRORS.has(code);
	return {
		message: `Smartcar did not renew the access token (${reason})`,
		description: mustReconnect ? RECONNECT : TRY_LATER_OR_RECONNECT,
		failure: mustReconnect ? CREDENTIAL_INVALID : TEMPORARILY_UNAVAILABLE,
		serviceError,
	};
}

/** The error for a response of the OAuth2 token endpoint that gives no reason. */
export const oAuth2EndpointError = (httpStatus: number, retryAfter?: string): TokenEndpointError =>
	new TokenEndpointError(`The token endpoint answered HTTP ${httpStatus} without an access token`, {
		description:
			"Try again later. With 'Custom Hosts' on, check the 'Vehicle Token URL' in the credential.",
		httpStatus,
		retryAfter,
	});

const codeOf = (cause: Error): unknown => Reflect.get(cause, 'code');

/** n8n's OAuth2 client throws EAUTH for a response that has an `error`, such as invalid_grant. */
const hasReason = (cause: Error): boolean => codeOf(cause) === 'EAUTH';

/** n8n's OAuth2 client throws ESTATUS for any other response that is an error, below 500. */
const hasOnlyStatus = (cause: Error): boolean => codeOf(cause) === 'ESTATUS';

/**
 * Reads the error of a token endpoint that issued no token, although the credential may be right:
 * of the application credential, or of n8n's OAuth2 client if the response gives no reason.
 *
 * @returns undefined when the cause is something else
 */
export function tokenEndpointFailure(cause: unknown): TokenEndpointError | undefined {
	if (cause instanceof TokenEndpointError) return cause;
	if (!(cause instanceof Error) || !hasOnlyStatus(cause)) return undefined;
	return oAuth2EndpointError(Number(Reflect.get(cause, 'status')));
}

/** The fields of the error that follow from the response of the token endpoint. */
function responseFields({ httpStatus, retryAfter }: TokenEndpointError) {
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
	const endpointFailure = tokenEndpointFailure(cause);
	if (endpointFailure !== undefined)
		return { ...textsOf(endpointFailure), ...responseFields(endpointFailure) };
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
	return hasReason(cause) ? explainReason(cause) : undefined;
}
