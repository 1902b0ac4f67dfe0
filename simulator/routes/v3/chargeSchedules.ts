import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { parseSchedule, requireScheduleSupport } from '../../commands/chargeSchedules';
import { notFoundError } from '../../errors/apiError';
import type { ServiceContext } from '../../server/serviceContext';
import { checkThrottle, requireOnline } from '../../server/vehicleChecks';
import { requireConnectedVehicle, requirePermission } from './connectedVehicle';

const schedulePath = z.object({ scheduleId: z.string() });

/**
 * Create and delete charge schedules. The signal `charge-chargetimers` lists them.
 * See docs/contributing/smartcar-api.md#charge-schedules.
 */
export function chargeScheduleRoutes(
	host: FastifyInstance,
	{ fleet, commandRunner }: ServiceContext,
): void {
	for (const kind of ['daily', 'weekly', 'workweek'] as const) {
		host.post(`/vehicles/:id/charge-schedules/${kind}`, async (request, reply) => {
			const { vehicle, connection } = requireConnectedVehicle(request, fleet);
			requirePermission(connection, 'control_charge');
			const { parameters, schedule } = parseSchedule(kind, request.body);
			checkThrottle(vehicle);
			const task = {
				type: 'charge-schedule-execution',
				attributes: { action: 'create', scheduleType: kind, parameters },
				perform() {
					requireScheduleSupport(vehicle, kind);
					requireOnline(vehicle);
					const { id } = fleet.addChargeSchedule(vehicle, schedule);
					return {
						attributes: { scheduleId: id },
						links: { schedule: schedulePathOf(vehicle.id, id) },
					};
				},
			} as const;
			return await commandRunner.run(task, request, reply);
		});
	}

	host.delete('/vehicles/:id/charge-schedules/:scheduleId', async (request, reply) => {
		const { vehicle, connection } = requireConnectedVehicle(request, fleet);
		const { scheduleId } = schedulePath.parse(request.params);
		requirePermission(connection, 'control_charge');
		checkThrottle(vehicle);
		const task = {
			type: 'charge-schedule-execution',
			attributes: { action: 'delete', scheduleId },
			perform() {
				requireScheduleSupport(vehicle, null);
				requireOnline(vehicle);
				const removed = fleet.removeChargeSchedule(vehicle, scheduleId);
				if (removed === undefined) throw notFoundError('charge schedule', scheduleId);
				return { attributes: { scheduleType: removed.type.toLowerCase() } };
			},
		} as const;
		return await commandRunner.run(task, request, reply);
	});
}

function schedulePathOf(vehicleId: string, scheduleId: string): string {
	return `/vehicles/${vehicleId}/charge-schedules/${scheduleId}`;
}
