import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { notFoundError } from '../../errors/apiError';
import type { Connection } from '../../fleet/types';
import type { JsonObject } from '../../json';
import type { ServiceContext } from '../../server/serviceContext';
import { paginateNewestFirst } from '../../server/paging';
import { idParameter, pageParameters, parseInput, uuidParameter } from '../../server/parseInput';
import { vehicleSummary } from '../management/resources';

const listQuery = z
	.object({
		'filter[userId]': uuidParameter.optional(),
		'filter[vehicleId]': uuidParameter.optional(),
		'filter[vehicle.mode]': z.enum(['live', 'simulated']).default('live'),
		'filter[user.externalId]': z.string().optional(),
		...pageParameters(10),
	})
	.strict();

/**
 * List, get and delete connections, and delete users. See
 * docs/contributing/smartcar-api.md#connections.
 */
export function connectionRoutes(host: FastifyInstance, context: ServiceContext): void {
	const { fleet, hosts } = context;

	host.get('/connections', async (request) => {
		const query = parseInput(listQuery, request.query, null);
		const userId = query['filter[userId]'];
		const vehicleId = query['filter[vehicleId]'];
		const externalId = query['filter[user.externalId]'];
		const matching = fleet.connections.filter(
			(entry) =>
				(userId === undefined || entry.userId === userId) &&
				(vehicleId === undefined || entry.vehicleId === vehicleId) &&
				fleet.vehicle(entry.vehicleId)?.mode === query['filter[vehicle.mode]'] &&
				(externalId === undefined || fleet.user(entry.userId)?.externalId === externalId),
		);
		const toResource = (entry: Connection) => connectionResource(entry, context);
		return paginateNewestFirst(matching, toResource, `${hosts().signalsUrl}/connections`, query);
	});

	host.get('/connections/:id', async (request) => ({
		data: connectionResource(requireConnection(idParameter(request)), context),
	}));

	host.delete('/connections/:id', async (request, reply) => {
		fleet.disconnect([requireConnection(idParameter(request))]);
		return await reply.code(204).send();
	});

	host.delete('/users/:id', async (request, reply) => {
		const id = idParameter(request);
		const index = fleet.users.findIndex((user) => user.id === id);
		if (index < 0) throw notFoundError('user', id);
		fleet.disconnect(fleet.connections.filter(({ userId }) => userId === id));
		fleet.users.splice(index, 1);
		return await reply.code(204).send();
	});

	function requireConnection(id: string): Connection {
		const connection = fleet.connections.find((entry) => entry.id === id);
		if (connection === undefined) throw notFoundError('connection', id);
		return connection;
	}
}

function connectionResource(connection: Connection, { fleet, hosts }: ServiceContext): JsonObject {
	const { id, userId, vehicleId, permissions, createdAt, updatedAt } = connection;
	const vehicle = fleet.vehicle(vehicleId);
	if (vehicle === undefined) throw new Error(`connection ${id} has no vehicle`);
	const externalId = fleet.user(userId)?.externalId ?? null;
	const base = hosts().signalsUrl;
	return {
		id,
		type: 'connection',
		attributes: {
			permissions: [...permissions],
			vehicle: vehicleSummary(vehicle),
			user: externalId === null ? { id: userId } : { id: userId, externalId },
		},
		relationships: {
			vehicle: {
				data: { id: vehicleId, type: 'vehicle' },
				links: { related: `${base}/vehicles/${vehicleId}` },
			},
			user: { data: { id: userId, type: 'user' } },
		},
		meta: {
			createdAt: new Date(createdAt).toISOString(),
			updatedAt: new Date(updatedAt).toISOString(),
		},
		links: { self: `${base}/connections/${id}` },
	};
}
