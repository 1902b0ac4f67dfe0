import type { FastifyInstance } from 'fastify';
import { commands } from '../../commands/commands';
import type { ServiceContext } from '../../server/serviceContext';
import { checkThrottle, requireOnline } from '../../server/vehicleChecks';
import { requireConnectedVehicle, requirePermission } from './connectedVehicle';

/** Every command. See docs/contributing/smartcar-api.md#commands. */
export function commandRoutes(
	host: FastifyInstance,
	{ fleet, commandRunner }: ServiceContext,
): void {
	for (const { path, commandType, permission, parse } of commands) {
		host.post(`/vehicles/:id/commands${path}`, async (request, reply) => {
			const { vehicle, connection } = requireConnectedVehicle(request, fleet);
			requirePermission(connection, permission);
			const { parameters, perform } = parse(request.body);
			checkThrottle(vehicle);
			const task = {
				type: 'command-execution',
				attributes: { commandType, parameters },
				perform() {
					requireOnline(vehicle);
					fleet.change(vehicle, perform);
					return {};
				},
			} as const;
			return await commandRunner.run(task, request, reply);
		});
	}
}
