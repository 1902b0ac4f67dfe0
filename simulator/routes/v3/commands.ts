import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { commands } from '../../commands/commands';
import type { ServiceContext } from '../../server/context';
import { parseInput, uuidParameter } from '../../server/parseInput';
import { countRequest, requireOnline } from '../../server/vehicleChecks';
import { requirePermission, vehicleScopeOf } from './vehicleScope';

const idPath = z.object({ id: uuidParameter });

/** POST of every command (service: commands). */
export function commandRoutes(host: FastifyInstance, { fleet, executions }: ServiceContext): void {
	for (const { path, commandType, permission, read } of commands) {
		host.post(`/vehicles/:id/commands${path}`, async (request, reply) => {
			const { vehicle, connection } = vehicleScopeOf(
				request,
				parseInput(idPath, request.params, null).id,
				fleet,
			);
			requirePermission(connection, permission);
			const { parameters, perform } = read(request.body);
			countRequest(vehicle);
			const work = {
				vehicle,
				type: 'command-execution',
				attributes: { commandType, parameters },
				perform() {
					requireOnline(vehicle);
					fleet.change(vehicle, perform);
					return {};
				},
			} as const;
			return await executions.answer(work, request, reply);
		});
	}
}
