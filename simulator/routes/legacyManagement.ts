import type { FastifyInstance } from 'fastify';
import { installV2Errors } from '../errors/errorHandlers';
import { ApiError } from '../errors/apiError';
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
	const credentials = Buffer.from(`default:${settings.applicationManagementToken}`).toString(
		'base64',
	);
	installV2Errors(host);
	host.addHook('preHandler', async (request) => {
		if (request.headers.authorization !== `Basic ${credentials}`)
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
