import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isJsonObject, type JsonValue } from '../json';
import { basicCredentials } from '../oauth/basicCredentials';
import { installOAuthErrors, OAuthError } from '../oauth/oauthError';
import type { ServiceContext } from '../server/serviceContext';

interface Credentials {
	clientId: JsonValue | undefined;
	clientSecret: JsonValue | undefined;
}

/**
 * The OAuth2 client credentials grant, in a form, as JSON, or with Basic.
 * See docs/contributing/smartcar-api.md#application-token.
 */
export function tokenExchangeRoutes(
	host: FastifyInstance,
	{ settings, tokens }: ServiceContext,
): void {
	installOAuthErrors(host);
	host.post('/oauth2/token', async (request) => {
		const body = isJsonObject(request.body) ? request.body : {};
		const { clientId, clientSecret } = credentialsOf(request, body);
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
			expires_in: Math.floor(settings.tokenLifetimeMs / 1000),
		};
	});
}

function credentialsOf(
	request: FastifyRequest,
	body: Record<string, JsonValue | undefined>,
): Credentials {
	const basic = basicCredentials(request);
	if (basic === undefined) return { clientId: body.client_id, clientSecret: body.client_secret };
	return { clientId: basic.name, clientSecret: basic.password };
}
