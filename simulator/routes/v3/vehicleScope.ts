import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { forbiddenError, ServiceError } from '../../errors/serviceError';
import type { Fleet } from '../../fleet/fleet';
import type { ControlPermission } from '../../fleet/permissions';
import type { Connection, Vehicle } from '../../fleet/types';
import { parseInput, userIdHeader, uuidParameter } from '../../server/parseInput';

const vehiclePath = z.object({ id: uuidParameter });

/** The vehicle of a request, and its connection to the user in `sc-user-id`. */
interface VehicleScope {
	vehicle: Vehicle;
	connection: Connection;
}

/**
 * Returns the vehicle with this ID.
 * @throws ServiceError 404
 */
export function requireVehicle(id: string, fleet: Fleet): Vehicle {
	const vehicle = fleet.vehicle(id);
	if (vehicle === undefined)
		throw new ServiceError('RESOURCE_NOT_FOUND', 'VEHICLE_NOT_FOUND', {
			description: `There is no vehicle ${id}.`,
		});
	return vehicle;
}

/**
 * Returns the vehicle and connection that signals, commands and charge schedules need.
 * See docs/contributing/smartcar-api.md#user-id.
 * @throws ServiceError 400 VALIDATION for an ID that is not a UUID, or without the header, 404 for
 * an unknown vehicle, 403 for a user who is not connected to it
 */
export function vehicleScopeOf(request: FastifyRequest, fleet: Fleet): VehicleScope {
	const { id } = parseInput(vehiclePath, request.params, null);
	const userId = userIdHeader(request);
	if (userId === undefined) {
		throw new ServiceError('VALIDATION', 'MISSING_PARAMETER', { description: 'missing userId' });
	}
	const vehicle = requireVehicle(id, fleet);
	const connection = fleet.connectionsOf(vehicle).find((entry) => entry.userId === userId);
	if (connection === undefined) {
		throw forbiddenError('The user is not connected to the vehicle.');
	}
	return { vehicle, connection };
}

/**
 * Requires a permission that the user granted for the vehicle.
 * @throws ServiceError 403 PERMISSION
 */
export function requirePermission(
	{ permissions }: Connection,
	permission: ControlPermission,
): void {
	if (!permissions.includes(permission)) throw new ServiceError('PERMISSION', null);
}
