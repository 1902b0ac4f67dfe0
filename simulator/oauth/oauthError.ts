import type { FastifyInstance } from 'fastify';

/** Codes of a token endpoint (service: authentication; the last two as in RFC 6749). */
export type OAuthErrorCode =
	'invalid_request' | 'invalid_client' | 'invalid_grant' | 'unsupported_grant_type';

/** A refusal of a token endpoint. */
export class OAuthError extends Error {
	constructor(
		readonly status: number,
		readonly code: OAuthErrorCode,
		readonly description: string,
	) {
		super(`${code}: ${description}`);
	}
}

/** Makes a token endpoint answer `{error, error_description}`. */
export function answerOAuthErrors(host: FastifyInstance): void {
	host.setErrorHandler(async (error, _request, reply) => {
		const known =
			error instanceof OAuthError
				? error
				: new OAuthError(400, 'invalid_request', 'The request is malformed.');
		return await reply
			.code(known.status)
			.send({ error: known.code, error_description: known.description });
	});
	host.setNotFoundHandler(async () => {
		throw new OAuthError(404, 'invalid_request', 'There is no such endpoint.');
	});
}
