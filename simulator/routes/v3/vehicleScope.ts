import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors/serviceError';
import type { Fleet } from '../../fleet/fleet';
import type { Connection, Vehicle } from '../../fleet/types';
import type { ControlPermission } from '../../fleet/permissions';
import { notFound } from '../../webhooks/subscriptions';

/** A vehicle, and the connection of the user in whose name it is asked. */
export interface VehicleScope {
	vehicle: Vehicle;
	connection: Connection;
}

/**
 * The vehicle of an id.
 * @throws ServiceError 404
 */
export function knownVehicle(id: string, fleet: Fleet): Vehicle {
	const vehicle = fleet.vehicle(id);
	if (vehicle === undefined) throw notFound('vehicle', id);
	return vehicle;
}

/**
 * What signals, commands and charge schedules need (service: `sc-user-id`).
 * @throws ServiceError 400 VALIDATION/MISSING_PARAMETER without the header, 404 for an unknown vehicle, 403 for a user
 * who is not connected to it
 */
export function vehicleScopeOf(request: FastifyRequest, id: string, fleet: Fleet): VehicleScope {
	const userId = request.headers['sc-user-id'];
	if (typeof userId !== 'string' || userId === '') {
		throw new ServiceError('VALIDATION', 'MISSING_PARAMETER', { description: 'missing userId' });
	}
	const vehicle = knownVehicle(id, fleet);
	const connection = fleet.connectionsOf(vehicle).find((entry) => entry.userId === userId);
	if (connection === undefined) {
		throw new ServiceError('AUTHENTICATION', 'FORBIDDEN', {
			status: 403,
			description: 'The user is not connected to the vehicle.',
		});
	}
	return { vehicle, connection };
}

/**
 * Demands what the user granted for the vehicle.
 * @throws ServiceError 403 PERMISSION
 */
export function requirePermission(
	{ permissions }: Connection,
	permission: ControlPermission,
): void {
	if (!permissions.includes(permission)) throw new ServiceError('PERMISSION', null);
}
