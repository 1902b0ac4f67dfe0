import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ApiError, validationError } from '../../errors/apiError';
import type { Connection, Vehicle } from '../../fleet/types';
import type { ServiceContext } from '../../server/serviceContext';
import { userIdHeader, uuidParameter } from '../../server/parseInput';

/** A vehicle and what the caller may read of it. */
export interface VehicleAccess {
	vehicle: Vehicle;
	permissions: ReadonlySet<string>;
}

/**
 * Returns the connections that a request may use. With a per-vehicle token, those are the
 * connections of that token. With an application token, they are those of the user in `sc-user-id`,
 * or all without that header.
 * @throws ApiError 401 without a valid token
 */
export function accessibleConnections(
	request: FastifyRequest,
	{ fleet, tokens }: ServiceContext,
): Connection[] {
	const caller = tokens.authenticate(request.headers.authorization);
	if (caller.kind === 'vehicle') {
		return fleet.connections.filter(
			({ userId, vehicleId }) => userId === caller.userId && caller.vehicleIds.includes(vehicleId),
		);
	}
	const userId = userIdHeader(request);
	return fleet.connections.filter(
		(connection) => userId === undefined || connection.userId === userId,
	);
}

/**
 * Returns the vehicle in the path of a request.
 * @throws ApiError 400 for an ID that is not a UUID, 403 PERMISSION for a vehicle the caller is
 * not connected to
 */
export function requireVehicleAccess(
	request: FastifyRequest,
	context: ServiceContext,
): VehicleAccess {
	const { id } = z.object({ id: z.string() }).parse(request.params);
	if (!uuidParameter.safeParse(id).success)
		throw validationError('PARAMETER', [{ field: ['id'], message: 'Invalid uuid' }]);
	const connections = accessibleConnections(request, context).filter(
		({ vehicleId }) => vehicleId === id,
	);
	const vehicle = context.fleet.vehicle(id);
	if (vehicle === undefined || connections.length === 0) throw new ApiError('PERMISSION', null);
	const caller = context.tokens.authenticate(request.headers.authorization);
	const permissions =
		caller.kind === 'vehicle'
			? caller.scopes
			: connections.flatMap((connection) => connection.permissions);
	return { vehicle, permissions: new Set(permissions) };
}
