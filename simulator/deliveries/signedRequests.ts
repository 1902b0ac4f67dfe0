import type { JsonObject } from '../json';
import { USER_AGENT } from './callbackSender';
import { sign } from './signature';

/** Body and headers of one delivery, for a load generator to send. */
export interface SignedRequest {
	body: string;
	headers: Record<string, string>;
}

/** The requests that the service would send for these events: compact JSON, signed. */
export function createSignedRequests(
	applicationManagementToken: string,
	events: readonly JsonObject[],
): SignedRequest[] {
	return events.map((event) => {
		const body = JSON.stringify(event);
		return {
			body,
			headers: {
				'Content-Type': 'application/json',
				'User-Agent': USER_AGENT,
				'SC-Signature': sign(body, applicationManagementToken),
			},
		};
	});
}
