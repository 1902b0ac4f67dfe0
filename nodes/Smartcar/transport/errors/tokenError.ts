import {
	NodeApiError,
	NodeOperationError,
	OperationalError,
	UserError,
	type Failure,
} from 'n8n-workflow';

export interface TokenTrouble {
	message: string;
	description: string;
	failure: Failure;
}

const invalid: Failure = { cause: 'credential-invalid' };
const passing: Failure = { cause: 'temporarily-unavailable' };

const RECONNECT = 'Open the credential and connect it again; the owner signs in once more.';

/** What n8n says when nobody connected the credential yet: with nothing stored, and with a token that is none. */
const NOT_CONNECTED = new Set([
	'OAuth credentials not connected',
	'Unable to sign without access token',
]);

/** What n8n says when it has nothing to renew the token with: as its OAuth2 machinery says it, and 1.x. */
const NO_REFRESH_TOKEN =
	/^OAuth access token expired and no refresh token|^refreshToken is required$/;

/** Errors of the token endpoint that are about the client, not about the grant (service: token endpoint). */
const CLIENT_ERRORS = new Set(['invalid_client', 'unauthorized_client']);

/** Errors of the token endpoint that are about the moment. */
const PASSING_ERRORS = new Set(['server_error', 'temporarily_unavailable']);

function text(value: unknown, name: string): string | undefined {
	const part: unknown =
		typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
	return typeof part === 'string' && part !== '' ? part : undefined;
}

function refused(cause: Error): TokenTrouble {
	const body: unknown = Reflect.get(cause, 'body');
	const error = text(body, 'error') ?? 'no reason given';
	const reason = [error, text(body, 'error_description')?.replace(/\.\s*$/, '')]
		.filter(Boolean)
		.join(': ');
	if (CLIENT_ERRORS.has(error)) {
		return {
			message: `Smartcar did not accept the client ID and client secret when the access token was renewed (${reason})`,
			description:
				"Check 'Client ID' and 'Client Secret' in the credential, then connect it again.",
			failure: invalid,
		};
	}
	const passes = PASSING_ERRORS.has(error);
	return {
		message: `Smartcar did not renew the access token (${reason})`,
		description: passes ? 'Try again later.' : RECONNECT,
		failure: passes ? passing : invalid,
	};
}

/** What n8n 1.x makes of an error from before the request: its words are left, its class and the answer behind it are not. */
function wrapped({ message, description, httpCode }: NodeApiError): TokenTrouble | undefined {
	if (httpCode === 'EAUTH') {
		return {
			message: `Smartcar did not renew the access token (${message})`,
			description: RECONNECT,
			failure: invalid,
		};
	}
	return httpCode
		? undefined
		: { message, description: description ?? RECONNECT, failure: invalid };
}

/**
 * What went wrong with the access token before a request could be sent: what the application credential explained
 * itself, and what n8n's OAuth2 machinery throws, in words that say what to do. Undefined for any other cause.
 */
export function explainTokenTrouble(cause: unknown): TokenTrouble | undefined {
	if (!(cause instanceof Error)) return undefined;
	if (NOT_CONNECTED.has(cause.message)) {
		return {
			message: 'The Smartcar OAuth2 credential is not connected',
			description:
				'Open the credential and connect it: the owner of the vehicle signs in and grants access.',
			failure: invalid,
		};
	}
	if (cause instanceof UserError || cause instanceof OperationalError) {
		const failure = cause instanceof UserError ? invalid : passing;
		return { message: cause.message, description: cause.description ?? '', failure };
	}
	if (cause instanceof NodeOperationError) {
		return {
			message: cause.message.replace(/\.\s*$/, ''),
			description: cause.description ?? RECONNECT,
			failure: invalid,
		};
	}
	if (NO_REFRESH_TOKEN.test(cause.message)) {
		const message =
			'The access token has expired, and Smartcar gave no refresh token to renew it with';
		return { message, description: RECONNECT, failure: invalid };
	}
	if (cause instanceof NodeApiError) return wrapped(cause);
	const code: unknown = Reflect.get(cause, 'code');
	if (code === 'EAUTH') return refused(cause);
	if (code !== 'ESTATUS') return undefined;
	return {
		message: `The token endpoint answered HTTP ${String(Reflect.get(cause, 'status'))} without an access token`,
		description:
			"Try again later. With 'Custom Hosts' on, check the 'Vehicle Token URL' of the credential.",
		failure: passing,
	};
}
