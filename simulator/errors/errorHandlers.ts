import type { FastifyInstance } from 'fastify';
import { flatErrorBody, managementErrorBody } from './errorBodies';
import { ServiceError } from './serviceError';
import type { JsonObject } from '../json';

type BodyFormat = (error: ServiceError, requestId: string) => JsonObject;

/** Makes a host answer in the v2.0 format. */
export function answerFlatErrors(host: FastifyInstance): void {
	answerErrors(host, flatErrorBody);
}

/** Makes a host answer in the management format. */
export function answerManagementErrors(host: FastifyInstance, origin: string): void {
	answerErrors(host, (error, requestId) => managementErrorBody(error, requestId, origin));
}

function answerErrors(host: FastifyInstance, format: BodyFormat): void {
	host.setErrorHandler(async (error, request, reply) => {
		const known = error instanceof ServiceError ? error : fromServer(error);
		return await reply.code(known.status).headers(known.headers).send(format(known, request.id));
	});
	host.setNotFoundHandler(async () => {
		throw new ServiceError('RESOURCE_NOT_FOUND', 'PATH');
	});
}

/** Fastify's own refusals (a body too large, a broken URL) are the caller's fault, anything else is ours. */
function fromServer(error: unknown): ServiceError {
	const status =
		typeof error === 'object' && error !== null && 'statusCode' in error
			? error.statusCode
			: undefined;
	if (typeof status === 'number' && status < 500) return new ServiceError('VALIDATION', null);
	return new ServiceError('SERVER', 'INTERNAL', {
		description: error instanceof Error ? error.message : String(error),
	});
}
