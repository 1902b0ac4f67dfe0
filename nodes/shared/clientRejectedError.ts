import { UserError } from 'n8n-workflow';

interface Details {
	description: string;
	httpStatus: number;
	/** The error code of the response, such as invalid_client. */
	oauthError?: string;
}

/**
 * The token endpoint did not accept the client ID and client secret.
 *
 * Its properties are not called `status` or `errorCode`, and there is no `response`: n8n would send
 * a token request again after a 401, and replace the message. See
 * docs/contributing/n8n-facts.md#token-renewal and #error-messages.
 */
export class ClientRejectedError extends UserError {
	readonly httpStatus: number;

	readonly oauthError?: string;

	constructor(message: string, { description, httpStatus, oauthError }: Details) {
		super(message, { description });
		this.httpStatus = httpStatus;
		this.oauthError = oauthError;
	}
}
