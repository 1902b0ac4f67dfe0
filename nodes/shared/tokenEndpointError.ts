import { OperationalError } from 'n8n-workflow';

interface Details {
	description: string;
	/** The HTTP status, if there was a response. */
	httpStatus?: number;
	/** The retry-after header of the response. */
	retryAfter?: string;
	/** The code of the network error, such as ECONNRESET. */
	networkCode?: unknown;
}

/**
 * The token endpoint issued no token, although the credential may be right.
 *
 * The error has no `cause`, because that would contain the request, with the client secret. It has
 * no `status` or `code`, because n8n replaces the message of an error that has one.
 * See docs/contributing/n8n-facts.md#error-messages.
 */
export class TokenEndpointError extends OperationalError {
	readonly httpStatus?: number;

	readonly retryAfter?: string;

	readonly networkCode?: unknown;

	constructor(message: string, { description, httpStatus, retryAfter, networkCode }: Details) {
		super(message, { description });
		this.httpStatus = httpStatus;
		this.retryAfter = retryAfter;
		this.networkCode = networkCode;
	}
}
