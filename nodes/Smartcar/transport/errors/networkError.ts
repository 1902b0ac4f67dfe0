import { NodeApiError } from 'n8n-workflow';
import { normalizeHeaders, type ApiResponse } from '../request';
import { readServiceError } from './serviceError';

/** A request on which nothing came back, or for which no token could be had. */
export interface NoAnswer {
	cause: unknown;
	/** The code of a network trouble, such as ECONNRESET. */
	code: unknown;
}

function property(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** The code of a network trouble, such as ECONNRESET; n8n 1.x keeps it as the HTTP code of the error it made of that. */
export function networkCode(cause: unknown): unknown {
	return cause instanceof NodeApiError ? (cause.httpCode ?? undefined) : property(cause, 'code');
}

/** What n8n 1.x keeps of an error that it wraps: of an answer no headers and no text, of a network trouble the code. */
function readRemains(error: NodeApiError): ApiResponse | NoAnswer {
	const status = Number(error.httpCode ?? undefined);
	if (Number.isInteger(status)) return { status, body: error.context.data, headers: {} };
	return { cause: error, code: networkCode(error) };
}

/** What an error says came of a request: the answer that it carries, or that there was none. */
export function readOutcome(error: unknown): ApiResponse | NoAnswer {
	const cause: unknown = error instanceof NodeApiError ? error.cause : error;
	if (cause === undefined && error instanceof NodeApiError) return readRemains(error);
	const response = property(cause, 'response');
	const status = property(response, 'status');
	if (typeof status !== 'number') return { cause, code: networkCode(cause) };
	return {
		status,
		body: property(response, 'data'),
		headers: normalizeHeaders(property(response, 'headers')),
	};
}

/** Whether a 429 is about one vehicle alone and not about the whole application (service: limits). */
export function isAboutVehicle({ body }: ApiResponse): boolean {
	return readServiceError(body)?.code?.toUpperCase() === 'VEHICLE';
}
