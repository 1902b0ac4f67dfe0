import { NodeOperationError, OperationalError, UserError, type Failure } from 'n8n-workflow';
import { textProperty } from '../../../shared/textProperty';

interface TokenError {
	message: string;
	description: string;
	failure: Failure;
}

const CREDENTIAL_INVALID: Failure = { cause: 'credential-invalid' };

const TEMPORARILY_UNAVAILABLE: Failure = { cause: 'temporarily-unavailable' };

const RECONNECT = 'Open the credential and connect it again. The owner has to sign in again.';

/** n8n's messages for a credential without a token and for one with an unusable token. */
const NOT_CONNECTED = new Set([
	'OAuth credentials not connected',
	'Unable to sign without access token',
]);

/** n8n's message when there is no refresh token. */
const NO_REFRESH_TOKEN = /^OAuth access token expired and no refresh token/;

/** Errors of the token endpoint about the client ID and the client secret. */
const CLIENT_ERRORS = new Set(['invalid_client', 'unauthorized_client']);

const TEMPORARY_ERRORS = new Set(['server_error', 'temporarily_unavailable']);

/** Explains an error response of the token endpoint. */
function explainRejection(cause: Error): TokenError {
	const body: unknown = Reflect.get(cause, 'body');
	const error = textProperty(body, 'error') ?? 'no reason given';
	const description = textProperty(body, 'error_description')?.replace(/\.\s*$/, '');
	const reason = [error, description].filter(Boolean).join(': ');
	if (CLIENT_ERRORS.has(error)) {
		return {
			message: `Smartcar did not accept the client ID and client secret when n8n renewed the access token (${reason})`,
			description:
				"Check 'Client ID' and 'Client Secret' in the credential, then connect it again.",
			failure: CREDENTIAL_INVALID,
		};
	}
	const isTemporary = TEMPORARY_ERRORS.has(error);
	return {
		message: `Smartcar did not renew the access token (${reason})`,
		description: isTemporary ? 'Try again later.' : RECONNECT,
		failure: isTemporary ? TEMPORARILY_UNAVAILABLE : CREDENTIAL_INVALID,
	};
}

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
	if (cause instanceof UserError || cause instanceof OperationalError) {
		const failure = cause instanceof UserError ? CREDENTIAL_INVALID : TEMPORARILY_UNAVAILABLE;
		return { message: cause.message, description: cause.description ?? '', failure };
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
	const code: unknown = Reflect.get(cause, 'code');
	if (code === 'EAUTH') return explainRejection(cause);
	if (code !== 'ESTATUS') return undefined;
	return {
		message: `The token endpoint answered HTTP ${String(Reflect.get(cause, 'status'))} without an access token`,
		description:
			"Try again later. With 'Custom Hosts' on, check the 'Vehicle Token URL' in the credential.",
		failure: TEMPORARILY_UNAVAILABLE,
	};
}
