import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { invalid, ServiceError } from '../../errors/serviceError';
import type { Connection, Vehicle } from '../../fleet/types';
import type { ServiceContext } from '../../server/context';
import { uuidParameter } from '../../server/parseInput';

/** A vehicle and what the caller may ask of it. */
export interface VehicleAccess {
	vehicle: Vehicle;
	permissions: ReadonlySet<string>;
}

/**
 * The connections a request may use: all of the application, those of the user in `sc-user-id`, or those of a
 * per-vehicle token.
 * @throws ServiceError 401 without a valid token
 */
export function connectionsFor(
	request: FastifyRequest,
	{ fleet, tokens }: ServiceContext,
): Connection[] {
	const caller = tokens.caller(request.headers.authorization);
	if (caller.kind === 'vehicle') {
		return fleet.connections.filter(
			({ userId, vehicleId }) => userId === caller.userId && caller.vehicleIds.includes(vehicleId),
		);
	}
	const userId = userIdOf(request);
	return fleet.connections.filter(
		(connection) => userId === undefined || connection.userId === userId,
	);
}

/**
 * The vehicle of the path.
 * @throws ServiceError 400 for what is no id, 403 PERMISSION for a vehicle the caller is not connected to
 */
export function vehicleFor(request: FastifyRequest, context: ServiceContext): VehicleAccess {
	const { id } = z.object({ id: z.string() }).parse(request.params);
	if (!uuidParameter.safeParse(id).success)
		throw invalid('PARAMETER', [{ field: ['id'], message: 'Invalid uuid' }]);
	const connections = connectionsFor(request, context).filter(({ vehicleId }) => vehicleId === id);
	const vehicle = context.fleet.vehicle(id);
	if (vehicle === undefined || connections.length === 0) throw new ServiceError('PERMISSION', null);
	const caller = context.tokens.caller(request.headers.authorization);
	const scopes = caller.kind === 'vehicle' ? caller.scopes : null;
	return {
		vehicle,
		permissions: new Set(scopes ?? connections.flatMap(({ permissions }) => permissions)),
	};
}

/** The header that scopes a request to one user; undefined when it is absent. */
export function userIdOf(request: FastifyRequest): string | undefined {
	const header = request.headers['sc-user-id'];
	return typeof header === 'string' && header !== '' ? header : undefined;
}
