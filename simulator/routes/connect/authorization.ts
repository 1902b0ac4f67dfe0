import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { allPermissions } from '../../fleet/permissions';
import type { ServiceContext } from '../../server/serviceContext';
import { booleanParameter, parseInput } from '../../server/parseInput';
import { connectVehicle, isConnectLink } from './connectLinks';
import { requireApplication } from './requireApplication';
import { scopeList } from './scopeList';

const authorizationQuery = z.object({
	response_type: z.literal('code'),
	client_id: z.string(),
	redirect_uri: z.string().url(),
	/** Without any, all permissions are requested. */
	scope: scopeList.default(''),
	state: z.string().optional(),
	mode: z.enum(['live', 'simulated', 'test']).default('live'),
	single_select: booleanParameter.default('false'),
});

/**
 * The OAuth2 authorization endpoint. No page is shown: `consentScreen` decides for the owner.
 * Connect links use the same path.
 * See docs/contributing/smartcar-api.md#vehicle-oauth2.
 */
export function authorizationRoutes(host: FastifyInstance, context: ServiceContext): void {
	const { settings, consentScreen, grants } = context;
	host.get('/oauth/authorize', async (request, reply) => {
		if (isConnectLink(request.query, settings.applicationId))
			return await connectVehicle(context, request.query, reply);
		const query = parseInput(authorizationQuery, request.query, 'PARAMETER');
		requireApplication(query.client_id, settings);
		const decision = consentScreen.decide({
			mode: query.mode === 'live' ? 'live' : 'simulated',
			scopes: query.scope.length === 0 ? [...allPermissions] : query.scope,
			isSingleSelect: query.single_select,
		});
		const redirectUrl = new URL(query.redirect_uri);
		const parameters =
			'error' in decision
				? decision
				: { code: grants.authorize(decision, query.redirect_uri), user_id: decision.userId };
		for (const [name, value] of Object.entries(parameters))
			redirectUrl.searchParams.set(name, value);
		if (query.state !== undefined) redirectUrl.searchParams.set('state', query.state);
		return await reply.redirect(redirectUrl.toString());
	});
}
