import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { invalid } from '../../errors/serviceError';
import type { ServiceContext } from '../../server/context';
import { answerFlatErrors } from '../../errors/errorHandlers';
import { integerParameter, parseInput } from '../../server/parseInput';
import { connectionsFor, userIdOf, vehicleFor } from './access';
import { answerBatch } from './batch';
import { readEndpoint } from './readEndpoint';
import { unitSystemOf } from './units';

const vehicleListQuery = z
	.object({ limit: integerParameter(10, 1, 50), offset: integerParameter(0, 0) })
	.strict();

/** The v2.0 vehicle data API (spec: vehicle data API). */
export function vehicleDataRoutes(host: FastifyInstance, context: ServiceContext): void {
	const { fleet, tokens } = context;
	answerFlatErrors(host);
	host.addHook('onRequest', async (request, reply) => {
		reply.header('SC-Request-Id', request.id);
	});
	host.addHook('preHandler', async (request) => {
		tokens.caller(request.headers.authorization);
	});

	host.get('/v2.0/vehicles', async (request) => {
		const { limit, offset } = parseInput(vehicleListQuery, request.query, 'PARAMETER');
		const ids = [...new Set(connectionsFor(request, context).map(({ vehicleId }) => vehicleId))];
		return { vehicles: ids.slice(offset, offset + limit), paging: { count: ids.length, offset } };
	});

	host.get('/v2.0/user', async (request) => {
		const caller = tokens.caller(request.headers.authorization);
		if (caller.kind === 'vehicle') return { id: caller.userId };
		const user = fleet.user(userIdOf(request) ?? '');
		// An application token stands for no user by itself (spec: authentication 3).
		if (user === undefined) {
			throw invalid('PARAMETER', [
				{ field: ['sc-user-id'], message: 'must name a connected user' },
			]);
		}
		return { id: user.id };
	});

	host.post('/v2.0/vehicles/:id/batch', async (request, reply) => {
		const unit = unitSystemOf(request);
		const answer = answerBatch(request.body, vehicleFor(request, context), unit, context);
		reply.header('SC-Unit-System', unit);
		return answer;
	});

	host.get('/v2.0/vehicles/:id', async (request, reply) => {
		const unit = unitSystemOf(request);
		return answerData(readEndpoint(vehicleFor(request, context), '/', unit, context), reply);
	});

	host.get('/v2.0/vehicles/:id/*', async (request, reply) => {
		const { '*': path } = z.object({ '*': z.string() }).parse(request.params);
		const unit = unitSystemOf(request);
		return answerData(readEndpoint(vehicleFor(request, context), path, unit, context), reply);
	});
}

function answerData({ body, headers }: ReturnType<typeof readEndpoint>, reply: FastifyReply) {
	reply.headers({
		'SC-Data-Age': headers['sc-data-age'],
		'SC-Fetched-At': headers['sc-fetched-at'],
		'SC-Unit-System': headers['sc-unit-system'],
	});
	return body;
}
