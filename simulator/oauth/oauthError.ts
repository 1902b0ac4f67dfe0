import type { FastifyInstance } from 'fastify';

/** Error codes of a token endpoint, as in RFC 6749. */
type OAuthErrorCode =
	'invalid_request' | 'invalid_client' | 'invalid_grant' | 'unsupported_grant_type';

/** An error response of a token endpoint. */
export class OAuthError extends Error {
	constructor(
		readonly status: number,
		readonly code: OAuthErrorCode,
		readonly description: string,
	) {
		super(`${code}: ${description}`);
	}
}

/** Makes a host send its errors as `{error, error_description}`. */
export function installOAuthErrors(host: FastifyInstance): void {
	host.setErrorHandler(async (error, _request, reply) => {
		const oauthError =
			error instanceof OAuthError
				? error
				: new OAuthError(400, 'invalid_request', 'The request is malformed.');
		return await reply
			.code(oauthError.status)
			.send({ error: oauthError.code, error_description: oauthError.description });
	});
	host.setNotFoundHandler(async () => {
		throw new OAuthError(404, 'invalid_request', 'There is no such endpoint.');
	});
}
