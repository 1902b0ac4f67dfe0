import { STATUS_CODES } from 'node:http';
import type { JsonObject } from '../json';
import type { ServiceError } from './serviceError';

/** Error body of the v2.0 vehicle data API (service: v2.0 error body). */
export function flatErrorBody(error: ServiceError, requestId: string): JsonObject {
	return {
		type: error.type,
		code: error.code,
		description: error.description,
		docURL: error.docUrl,
		statusCode: error.status,
		requestId,
		resolution: { type: error.resolution },
		suggestedUserMessage: error.userMessage,
		detail: error.detail?.map(({ field, message }) => ({ field, message })),
	};
}

/** Codes of the management API for errors that have none of their own (spec: Errors). */
const managementCodes: Record<number, string> = {
	400: 'BAD_REQUEST',
	401: 'UNAUTHORIZED',
	403: 'FORBIDDEN',
	404: 'NOT_FOUND',
	409: 'CONFLICT',
	429: 'TOO_MANY_REQUESTS',
	500: 'INTERNAL',
};

/** Error body of the management and vehicle v3 APIs (spec: Errors). */
export function managementErrorBody(
	error: ServiceError,
	requestId: string,
	origin: string,
): JsonObject {
	return {
		errors: [
			{
				status: String(error.status),
				type: error.type,
				code: error.code ?? managementCodes[error.status] ?? 'UNKNOWN',
				title: STATUS_CODES[error.status] ?? 'Limit Reached',
				detail: error.description,
				resolution: error.resolution === null ? undefined : { type: error.resolution },
				suggestedUserMessage: error.userMessage,
				links: { about: error.docUrl },
				meta: { debug: { requestId, origin } },
			},
		],
	};
}
