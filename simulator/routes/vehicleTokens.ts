import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isJsonObject, type JsonObject } from '../json';
import { basicCredentials } from '../oauth/basicCredentials';
import { installOAuthErrors, OAuthError } from '../oauth/oauthError';
import type { ServiceContext } from '../server/serviceContext';

/**
 * Exchanges authorization codes and refresh tokens for per-vehicle tokens.
 * See docs/contributing/smartcar-api.md#vehicle-oauth2.
 */
export function vehicleTokenRoutes(
	host: FastifyInstance,
	{ settings, grants }: ServiceContext,
): void {
	installOAuthErrors(host);
	host.post('/oauth/token', async (request) => {
		requireClient(request, settings.oAuth2ClientId, settings.clientSecret);
		if (!request.headers['user-agent']) {
			throw new OAuthError(400, 'invalid_request', "The header 'User-Agent' is required.");
		}
		const body = isJsonObject(request.body) ? request.body : {};
		switch (body.grant_type) {
			case 'authorization_code':
				return grants.exchange(requireField(body, 'code'), requireField(body, 'redirect_uri'));
			case 'refresh_token':
				return grants.refresh(requireField(body, 'refresh_token'));
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

/** Unlike the token exchange, this endpoint accepts client credentials only in the Basic header. */
function requireClient(request: FastifyRequest, clientId: string, clientSecret: string): void {
	const basic = basicCredentials(request);
	if (basic?.name === clientId && basic.password === clientSecret) return;
	throw new OAuthError(401, 'invalid_client', 'Client authentication failed.');
}

function requireField(body: JsonObject, name: string): string {
	const value = body[name];
	if (typeof value === 'string' && value !== '') return value;
	throw new OAuthError(400, 'invalid_request', `The parameter '${name}' is required.`);
}
