import type { FastifyInstance } from 'fastify';
import { isJsonObject } from '../json';
import { installOAuthErrors, OAuthError } from '../oauth/oauthError';
import { APPLICATION_TOKEN_LIFETIME_MS } from '../oauth/tokens';
import type { ServiceContext } from '../server/serviceContext';

/**
 * The OAuth2 client credentials grant, in a form or as JSON.
 * See docs/contributing/smartcar-api.md#application-token.
 */
export function tokenExchangeRoutes(
	host: FastifyInstance,
	{ settings, tokens }: ServiceContext,
): void {
	installOAuthErrors(host);
	host.post('/oauth2/token', async (request) => {
		const body = isJsonObject(request.body) ? request.body : {};
		const { client_id: clientId, client_secret: clientSecret } = body;
		if (body.grant_type !== 'client_credentials') {
			throw new OAuthError(
				400,
				'invalid_request',
				"The parameter 'grant_type' must be client_credentials.",
			);
		}
		if (!clientId || !clientSecret) {
			throw new OAuthError(
				400,
				'invalid_request',
				"The parameters 'client_id' and 'client_secret' are required.",
			);
		}
		if (clientId !== settings.clientId || clientSecret !== settings.clientSecret) {
			throw new OAuthError(401, 'invalid_client', 'Client authentication failed.');
		}
		return {
			access_token: tokens.issueForApplication(),
			token_type: 'Bearer',
			expires_in: APPLICATION_TOKEN_LIFETIME_MS / 1000,
		};
	});
}
