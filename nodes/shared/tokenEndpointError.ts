import { OperationalError } from 'n8n-workflow';

interface Reason {
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
 * The error has no `cause`, because that would contain the request, with the client secret. Its
 * status is not in `response.status`, because n8n would take a 401 there for an expired token. It
 * has no `status` or `code` either: for these n8n replaces the message. See
 * docs/contributing/n8n-facts.md#token-renewal.
 */
export class TokenEndpointError extends OperationalError {
	readonly httpStatus?: number;

	readonly retryAfter?: string;

	readonly networkCode?: unknown;

	constructor(message: string, { description, httpStatus, retryAfter, networkCode }: Reason) {
		super(message, { description });
		this.httpStatus = httpStatus;
		this.retryAfter = retryAfter;
		this.networkCode = networkCode;
	}
}
