import type { FastifyRequest } from 'fastify';
import { ApiError, forbiddenError } from '../../errors/apiError';
import type { Fleet } from '../../fleet/fleet';
import type { ControlPermission } from '../../fleet/permissions';
import type { Connection, Vehicle } from '../../fleet/types';
import { idParameter, userIdHeader } from '../../server/parseInput';

/** The vehicle of a request, and its connection to the user in `sc-user-id`. */
interface ConnectedVehicle {
	vehicle: Vehicle;
	connection: Connection;
}

/**
 * Returns the vehicle with this ID.
 * @throws ApiError 404
 */
export function requireVehicle(id: string, fleet: Fleet): Vehicle {
	const vehicle = fleet.vehicle(id);
	if (vehicle === undefined)
		throw new ApiError('RESOURCE_NOT_FOUND', 'VEHICLE_NOT_FOUND', {
			description: `There is no vehicle ${id}.`,
		});
	return vehicle;
}

/**
 * Returns the vehicle and connection that signals, commands and charge schedules need.
 * See docs/contributing/smartcar-api.md#user-id.
 * @throws ApiError 400 VALIDATION for an ID that is not a UUID, or without the header, 404 for
 * an unknown vehicle, 403 for a user who is not connected to it
 */
export function requireConnectedVehicle(request: FastifyRequest, fleet: Fleet): ConnectedVehicle {
	const id = idParameter(request);
	const userId = userIdHeader(request);
	if (userId === undefined) {
		throw new ApiError('VALIDATION', 'MISSING_PARAMETER', { description: 'missing userId' });
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
 * @throws ApiError 403 PERMISSION
 */
export function requirePermission(
	{ permissions }: Connection,
	permission: ControlPermission,
): void {
	if (!permissions.includes(permission)) throw new ApiError('PERMISSION', null);
}
