import type { FastifyInstance } from 'fastify';
import { installV2Errors } from '../errors/errorHandlers';
import { ApiError } from '../errors/apiError';
import { basicCredentials } from '../oauth/basicCredentials';
import type { ServiceContext } from '../server/serviceContext';

/**
 * The v2.0 management API. Its password is the application management token. The list of
 * connections has no pages or filters, because only the credential test requests it.
 * See docs/contributing/smartcar-api.md#management-token.
 */
export function legacyManagementRoutes(
	host: FastifyInstance,
	{ settings, fleet }: ServiceContext,
): void {
	installV2Errors(host);
	host.addHook('preHandler', async (request) => {
		const { name, password } = basicCredentials(request) ?? {};
		if (name !== 'default' || password !== settings.applicationManagementToken)
			throw new ApiError('AUTHENTICATION', null);
	});

	host.get('/management/connections', async () => ({
		connections: fleet.connections.map(({ userId, vehicleId, createdAt }) => ({
			userId,
			vehicleId,
			connectedAt: new Date(createdAt).toISOString(),
			mode: fleet.vehicle(vehicleId)?.mode,
		})),
		paging: { cursor: null },
	}));
}
