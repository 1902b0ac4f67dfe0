import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { installV2Errors } from '../../errors/errorHandlers';
import { validationError } from '../../errors/apiError';
import type { ServiceContext } from '../../server/serviceContext';
import { integerParameter, parseInput, userIdHeader } from '../../server/parseInput';
import { accessibleConnections, requireVehicleAccess } from './vehicleAccess';
import { batchResponse } from './batch';
import { readEndpoint } from './readEndpoint';
import { unitSystemOf } from './units';

const vehicleListQuery = z
	.object({ limit: integerParameter(10, 1, 50), offset: integerParameter(0, 0) })
	.strict();

/**
 * The v2.0 API: the list of vehicles, the user, data of one vehicle, batch.
 * See docs/contributing/smartcar-api.md#vehicle-list.
 */
export function vehicleDataRoutes(host: FastifyInstance, context: ServiceContext): void {
	const { fleet, tokens } = context;
	installV2Errors(host);
	host.addHook('onRequest', async (request, reply) => {
		reply.header('SC-Request-Id', request.id);
	});
	host.addHook('preHandler', async (request) => {
		tokens.authenticate(request.headers.authorization);
	});

	host.get('/v2.0/vehicles', async (request) => {
		const { limit, offset } = parseInput(vehicleListQuery, request.query, 'PARAMETER');
		const ids = [
			...new Set(accessibleConnections(request, context).map(({ vehicleId }) => vehicleId)),
		];
		return { vehicles: ids.slice(offset, offset + limit), paging: { count: ids.length, offset } };
	});

	host.get('/v2.0/user', async (request) => {
		const caller = tokens.authenticate(request.headers.authorization);
		if (caller.kind === 'vehicle') return { id: caller.userId };
		const user = fleet.user(userIdHeader(request) ?? '');
		// An application token alone belongs to no user.
		if (user === undefined) {
			throw validationError('PARAMETER', [
				{ field: ['sc-user-id'], message: 'must name a connected user' },
			]);
		}
		return { id: user.id };
	});

	host.post('/v2.0/vehicles/:id/batch', async (request, reply) => {
		const unit = unitSystemOf(request);
		const body = batchResponse(request.body, requireVehicleAccess(request, context), unit, context);
		reply.header('SC-Unit-System', unit);
		return body;
	});

	host.get('/v2.0/vehicles/:id/*', async (request, reply) => {
		const { '*': path } = z.object({ '*': z.string() }).parse(request.params);
		const unit = unitSystemOf(request);
		const access = requireVehicleAccess(request, context);
		const { body, headers } = readEndpoint(access, path, unit, context);
		reply.headers(headers);
		return body;
	});
}
