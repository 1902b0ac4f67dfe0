import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServiceContext } from '../server/context';
import { isJsonObject, type JsonValue } from '../json';

interface Credentials {
	clientId: JsonValue | undefined;
	clientSecret: JsonValue | undefined;
}

/** POST /oauth2/token: client credentials in form, JSON or Basic header (service: application access token). */
export function tokenExchangeRoutes(host: FastifyInstance, { settings, tokens }: ServiceContext): void {
	host.post('/oauth2/token', async (request, reply) => {
		const body = isJsonObject(request.body) ? request.body : {};
		const { clientId, clientSecret } = credentialsOf(request, body);
		if (body.grant_type !== 'client_credentials') {
			return await reply.code(400).send({
				error: 'invalid_request',
				error_description: "The parameter 'grant_type' must be client_credentials.",
			});
		}
		if (!clientId || !clientSecret) {
			return await reply.code(400).send({
				error: 'invalid_request',
				error_description: "The parameters 'client_id' and 'client_secret' are required.",
			});
		}
		if (clientId !== settings.clientId || clientSecret !== settings.clientSecret) {
			return await reply
				.code(401)
				.send({ error: 'invalid_client', error_description: 'Client authentication failed.' });
		}
		return {
			access_token: tokens.issue(),
			token_type: 'Bearer',
			expires_in: Math.floor(settings.tokenLifetimeMs / 1000),
		};
	});
	host.setErrorHandler(
		async (_error, _request, reply) =>
			await reply.code(400).send({ error: 'invalid_request', error_description: 'The request is malformed.' }),
	);
	host.setNotFoundHandler(
		async (_request, reply) =>
			await reply.code(404).send({ error: 'invalid_request', error_description: 'There is no such endpoint.' }),
	);
}

function credentialsOf(request: FastifyRequest, body: Record<string, JsonValue | undefined>): Credentials {
	const basic = /^Basic (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
	if (basic === undefined) return { clientId: body.client_id, clientSecret: body.client_secret };
	const text = Buffer.from(basic, 'base64').toString();
	const colon = text.indexOf(':');
	return { clientId: text.slice(0, colon), clientSecret: text.slice(colon + 1) };
}
