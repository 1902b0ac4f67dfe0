import { normalizeHeaders, type ApiResponse } from './request';
import { readServiceError } from './service-error';

/** A request on which nothing came back, or for which no token could be had. */
export interface NoAnswer {
	cause: unknown;
	/** The code of a network trouble, such as ECONNRESET. */
	code: unknown;
}

function property(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** What an HTTP client's error says came of a request: the answer that it carries, or that there was none. */
export function readOutcome(cause: unknown): ApiResponse | NoAnswer {
	const response = property(cause, 'response');
	const status = property(response, 'status');
	if (typeof status !== 'number') return { cause, code: property(cause, 'code') };
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
