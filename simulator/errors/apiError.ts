import { describeError, type ErrorType } from './errorTypes';

/** One wrong field of a request, as v2.0 errors list it. */
interface ValidationDetail {
	field: string[];
	message: string;
}

interface ApiErrorOptions {
	/** Default: the status of the type. */
	status?: number;
	description?: string;
	/** Only with VALIDATION. */
	detail?: ValidationDetail[];
	/** Response headers, names in lower case. */
	headers?: Record<string, string>;
}

/** An error response of the service. Each host sends it in its own format (errorBodies.ts). */
export class ApiError extends Error {
	readonly status: number;
	readonly description: string;
	readonly docUrl: string;
	readonly resolution: string | null;
	readonly userMessage: string | undefined;
	readonly detail: ValidationDetail[] | undefined;
	readonly headers: Record<string, string>;

	/** @param code null for an error without a code: a v3 host then derives one from the status */
	constructor(
		readonly type: ErrorType,
		readonly code: string | null,
		options: ApiErrorOptions = {},
	) {
		const defaults = describeError(type, code);
		super(code === null ? type : `${type}/${code}`);
		this.status = options.status ?? defaults.status;
		this.description = options.description ?? defaults.description;
		this.docUrl = defaults.docUrl;
		this.resolution = defaults.resolution;
		this.userMessage = defaults.userMessage;
		this.detail = options.detail;
		this.headers = options.headers ?? {};
	}
}

/** A 400 VALIDATION error that lists the invalid fields. */
export function validationError(code: string | null, detail: ValidationDetail[]): ApiError {
	const description = detail
		.map(({ field, message }) => `${field.join('.')}: ${message}`)
		.join('; ');
	return new ApiError('VALIDATION', code, { description, detail });
}

/** A 404 error of a v3 API: the resource does not exist. */
export function notFoundError(resource: string, id: string): ApiError {
	return new ApiError('RESOURCE_NOT_FOUND', 'NOT_FOUND', {
		description: `There is no ${resource} ${id}.`,
	});
}

/** A 403 error for a caller who may not use a resource. */
export function forbiddenError(description: string): ApiError {
	return new ApiError('AUTHENTICATION', 'FORBIDDEN', { status: 403, description });
}
