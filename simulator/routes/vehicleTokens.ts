import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isJsonObject, type JsonObject } from '../json';
import { answerOAuthErrors, OAuthError } from '../oauth/oauthError';
import { basicCredentialsOf } from '../oauth/basicCredentials';
import type { ServiceContext } from '../server/context';

/** POST /oauth/token: codes and refresh tokens for per-vehicle tokens (service: per-vehicle OAuth2). */
export function vehicleTokenRoutes(
	host: FastifyInstance,
	{ settings, grants }: ServiceContext,
): void {
	answerOAuthErrors(host);
	host.post('/oauth/token', async (request) => {
		requireClient(request, settings.clientId, settings.clientSecret);
		if (!request.headers['user-agent']) {
			throw new OAuthError(400, 'invalid_request', "The header 'User-Agent' is required.");
		}
		const body = isJsonObject(request.body) ? request.body : {};
		switch (body.grant_type) {
			case 'authorization_code':
				return grants.exchange(textOf(body, 'code'), textOf(body, 'redirect_uri'));
			case 'refresh_token':
				return grants.refresh(textOf(body, 'refresh_token'));
			case undefined:
			case '':
				throw new OAuthError(400, 'invalid_request', "The parameter 'grant_type' is required.");
			default:
				throw new OAuthError(
					400,
					'unsupported_grant_type',
					'Grant types: authorization_code, refresh_token.',
				);
		}
	});
}

/** The client authenticates in the header alone. */
function requireClient(request: FastifyRequest, clientId: string, clientSecret: string): void {
	const basic = basicCredentialsOf(request);
	if (basic?.name === clientId && basic.password === clientSecret) return;
	throw new OAuthError(401, 'invalid_client', 'Client authentication failed.');
}

function textOf(body: JsonObject, name: string): string {
	const value = body[name];
	if (typeof value === 'string' && value !== '') return value;
	throw new OAuthError(400, 'invalid_request', `The parameter '${name}' is required.`);
}
