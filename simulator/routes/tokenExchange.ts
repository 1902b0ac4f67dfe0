import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isJsonObject, type JsonValue } from '../json';
import { answerOAuthErrors, OAuthError } from '../oauth/oauthError';
import { basicCredentialsOf } from '../oauth/basicCredentials';
import type { ServiceContext } from '../server/context';

interface Credentials {
	clientId: JsonValue | undefined;
	clientSecret: JsonValue | undefined;
}

/** POST /oauth2/token: client credentials in form, JSON or Basic header (service: application access token). */
export function tokenExchangeRoutes(
	host: FastifyInstance,
	{ settings, tokens }: ServiceContext,
): void {
	answerOAuthErrors(host);
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
			access_token: tokens.issue(),
			token_type: 'Bearer',
			expires_in: Math.floor(settings.tokenLifetimeMs / 1000),
		};
	});
}

function credentialsOf(
	request: FastifyRequest,
	body: Record<string, JsonValue | undefined>,
): Credentials {
	const basic = basicCredentialsOf(request);
	if (basic === undefined) return { clientId: body.client_id, clientSecret: body.client_secret };
	return { clientId: basic.name, clientSecret: basic.password };
}
