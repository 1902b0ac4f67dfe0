import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { readSchedule, requireSchedules } from '../../commands/chargeSchedules';
import type { ServiceContext } from '../../server/context';
import { parseInput, uuidParameter } from '../../server/parseInput';
import { countRequest, requireOnline } from '../../server/vehicleChecks';
import { notFound } from '../../webhooks/subscriptions';
import { requirePermission, vehicleScopeOf } from './vehicleScope';

const idPath = z.object({ id: uuidParameter });
const schedulePath = z.object({ id: uuidParameter, scheduleId: z.string() });

/** POST and DELETE of charge schedules; they are read back in a signal (service: charge schedules). */
export function chargeScheduleRoutes(
	host: FastifyInstance,
	{ fleet, executions }: ServiceContext,
): void {
	for (const kind of ['daily', 'weekly', 'workweek'] as const) {
		host.post(`/vehicles/:id/charge-schedules/${kind}`, async (request, reply) => {
			const { vehicle, connection } = vehicleScopeOf(
				request,
				parseInput(idPath, request.params, null).id,
				fleet,
			);
			requirePermission(connection, 'control_charge');
			const { parameters, schedule } = readSchedule(kind, request.body);
			countRequest(vehicle);
			const work = {
				vehicle,
				type: 'charge-schedule-execution',
				attributes: { action: 'create', scheduleType: kind, parameters },
				perform() {
					requireSchedules(vehicle, kind);
					requireOnline(vehicle);
					const { id } = fleet.addChargeSchedule(vehicle, schedule);
					return { attributes: { scheduleId: id }, links: { schedule: linkTo(vehicle.id, id) } };
				},
			} as const;
			return await executions.answer(work, request, reply);
		});
	}

	host.delete('/vehicles/:id/charge-schedules/:scheduleId', async (request, reply) => {
		const { id, scheduleId } = parseInput(schedulePath, request.params, null);
		const { vehicle, connection } = vehicleScopeOf(request, id, fleet);
		requirePermission(connection, 'control_charge');
		countRequest(vehicle);
		const work = {
			vehicle,
			type: 'charge-schedule-execution',
			attributes: { action: 'delete', scheduleId },
			perform() {
				requireSchedules(vehicle, null);
				requireOnline(vehicle);
				const removed = fleet.removeChargeSchedule(vehicle, scheduleId);
				if (removed === undefined) throw notFound('charge schedule', scheduleId);
				return { attributes: { scheduleType: removed.type.toLowerCase() } };
			},
		} as const;
		return await executions.answer(work, request, reply);
	});
}

function linkTo(vehicleId: string, scheduleId: string): string {
	return `/vehicles/${vehicleId}/charge-schedules/${scheduleId}`;
}
