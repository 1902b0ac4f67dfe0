import { describeError, type ErrorType } from './errorTypes';

/** One wrong part of a request, as the v2.0 API names it. */
export interface ValidationDetail {
	field: string[];
	message: string;
}

interface ServiceErrorOptions {
	/** Status, where it is not the usual one of the type. */
	status?: number;
	description?: string;
	/** Only with VALIDATION. */
	detail?: ValidationDetail[];
	/** Response headers, lower-case. */
	headers?: Record<string, string>;
}

/** An error answer of the service; each host writes it in its own format. */
export class ServiceError extends Error {
	readonly status: number;
	readonly description: string;
	readonly docUrl: string;
	readonly resolution: string | null;
	readonly userMessage: string | undefined;
	readonly detail: ValidationDetail[] | undefined;
	readonly headers: Record<string, string>;

	/** `code` null takes the code the host uses for the status (v2.0: null). */
	constructor(
		readonly type: ErrorType,
		readonly code: string | null,
		options: ServiceErrorOptions = {},
	) {
		const kind = describeError(type, code);
		super(`${type}/${code}`);
		this.status = options.status ?? kind.status;
		this.description = options.description ?? kind.description;
		this.docUrl = kind.docUrl;
		this.resolution = kind.resolution;
		this.userMessage = kind.userMessage;
		this.detail = options.detail;
		this.headers = options.headers ?? {};
	}
}

/** 400 VALIDATION that names the fields. */
export function invalid(code: string | null, detail: ValidationDetail[]): ServiceError {
	const words = detail.map(({ field, message }) => `${field.join('.')}: ${message}`).join('; ');
	return new ServiceError('VALIDATION', code, { description: words, detail });
}
