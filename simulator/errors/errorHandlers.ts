import type { FastifyInstance } from 'fastify';
import type { JsonObject } from '../json';
import { v2ErrorBody, v3ErrorBody } from './errorBodies';
import { ApiError } from './apiError';

type BodyFormat = (error: ApiError, requestId: string) => JsonObject;

/** Makes a host send its errors in the v2.0 format. */
export function installV2Errors(host: FastifyInstance): void {
	installErrors(host, v2ErrorBody, 'PATH');
}

/** Makes a host send its errors in the v3 format. `origin` is the client ID of the application. */
export function installV3Errors(host: FastifyInstance, origin: string): void {
	const format: BodyFormat = (error, requestId) => v3ErrorBody(error, requestId, origin);
	installErrors(host, format, 'INVALID_PATH');
}

function installErrors(host: FastifyInstance, format: BodyFormat, wrongPathCode: string): void {
	host.setErrorHandler(async (error, request, reply) => {
		const apiError = error instanceof ApiError ? error : toApiError(error);
		return await reply
			.code(apiError.status)
			.headers(apiError.headers)
			.send(format(apiError, request.id));
	});
	host.setNotFoundHandler(async () => {
		throw new ApiError('RESOURCE_NOT_FOUND', wrongPathCode);
	});
}

/**
 * Fastify raises errors with a 4xx status for a malformed request, such as a body that is too large
 * or a broken URL. They become VALIDATION. Any other error becomes a 500.
 */
function toApiError(error: unknown): ApiError {
	const status =
		typeof error === 'object' && error !== null && 'statusCode' in error
			? error.statusCode
			: undefined;
	if (typeof status === 'number' && status < 500) return new ApiError('VALIDATION', null);
	return new ApiError('SERVER', 'INTERNAL', {
		description: error instanceof Error ? error.message : String(error),
	});
}
