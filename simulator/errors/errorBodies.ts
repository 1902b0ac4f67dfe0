import { STATUS_CODES } from 'node:http';
import type { JsonObject } from '../json';
import type { ApiError } from './apiError';

/**
 * Error body of the v2.0 APIs: one flat object. See docs/contributing/smartcar-api.md#api-errors.
 */
export function v2ErrorBody(error: ApiError, requestId: string): JsonObject {
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

/** By status, the code that a v3 API sends for an error without a code. */
const codesByStatus: Record<number, string> = {
	400: 'BAD_REQUEST',
	401: 'UNAUTHORIZED',
	403: 'FORBIDDEN',
	404: 'NOT_FOUND',
	409: 'CONFLICT',
	429: 'TOO_MANY_REQUESTS',
	500: 'INTERNAL',
};

/**
 * Error body of the v3 APIs (management and vehicle): a list of errors.
 * See docs/contributing/smartcar-api.md#api-errors.
 * @param origin the application, by its client ID
 */
export function v3ErrorBody(error: ApiError, requestId: string, origin: string): JsonObject {
	return {
		errors: [
			{
				status: String(error.status),
				type: error.type,
				code: error.code ?? codesByStatus[error.status] ?? 'UNKNOWN',
				title: STATUS_CODES[error.status],
				detail: error.description,
				resolution: error.resolution === null ? undefined : { type: error.resolution },
				suggestedUserMessage: error.userMessage,
				links: { about: error.docUrl },
				meta: { debug: { requestId, origin } },
			},
		],
	};
}
