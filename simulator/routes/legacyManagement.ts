import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { installV2Errors } from '../errors/errorHandlers';
import { ServiceError } from '../errors/serviceError';
import type { ServiceContext } from '../server/serviceContext';
import { integerParameter, parseInput, uuidParameter } from '../server/parseInput';

const listQuery = z
	.object({
		limit: integerParameter(10, 1, 100),
		cursor: z.string().optional(),
		user_id: uuidParameter.optional(),
		vehicle_id: uuidParameter.optional(),
		mode: z.enum(['live', 'simulated', 'test']).optional(),
	})
	.strict();

/**
 * The v2.0 management API. Its password is the application management token.
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
			throw new ServiceError('AUTHENTICATION', null);
	});

	host.get('/management/connections', async (request) => {
		const query = parseInput(listQuery, request.query, 'PARAMETER');
		const matching = fleet.connections.filter(
			({ userId, vehicleId }) =>
				(query.user_id === undefined || userId === query.user_id) &&
				(query.vehicle_id === undefined || vehicleId === query.vehicle_id) &&
				(query.mode === undefined || fleet.vehicle(vehicleId)?.mode === query.mode),
		);
		const start = matching.findIndex(({ id }) => id === query.cursor) + 1;
		const page = matching.slice(start, start + query.limit);
		const hasMore = start + query.limit < matching.length;
		return {
			connections: page.map(({ userId, vehicleId, createdAt }) => ({
				userId,
				vehicleId,
				connectedAt: new Date(createdAt).toISOString(),
				mode: fleet.vehicle(vehicleId)?.mode,
			})),
			paging: { cursor: hasMore ? (page.at(-1)?.id ?? null) : null },
		};
	});
}
