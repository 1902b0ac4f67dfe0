import { OperationalError } from 'n8n-workflow';

interface Reason {
	description: string;
	/** The HTTP status, if there was a response. */
	status?: number;
	/** The retry-after header of the response. */
	retryAfter?: string;
	/** The code of the network error, such as ECONNRESET. */
	code?: unknown;
}

/**
 * The token endpoint issued no token, although the credential may be right.
 *
 * The error has no `cause`, because that would contain the request, with the client secret. Its
 * status is not in `response.status`, because n8n would take a 401 there for an expired token. See
 * docs/contributing/n8n-facts.md#token-renewal.
 */
export class TokenEndpointError extends OperationalError {
	readonly status?: number;

	readonly retryAfter?: string;

	readonly code?: unknown;

	constructor(message: string, { description, status, retryAfter, code }: Reason) {
		super(message, { description });
		this.status = status;
		this.retryAfter = retryAfter;
		this.code = code;
	}
}
