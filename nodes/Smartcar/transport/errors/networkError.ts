import type { NodeApiError } from 'n8n-workflow';
import { isObject } from '../../../shared/isObject';
import { networkCodeOf, networkReason } from '../../../shared/networkReason';
import { textProperty } from '../../../shared/textProperty';
import type { RequestDetails } from '../request';
import { createApiError } from './nodeError';
import { explainTokenError } from './tokenError';

/** With these codes there was no connection, also because of a certificate. So nothing was sent. */
const NOT_CONNECTED_CODES = new Set<unknown>([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETDOWN',
	'ENETUNREACH',
	'CERT_HAS_EXPIRED',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'ERR_TLS_CERT_ALTNAME_INVALID',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Whether there was no connection, at none of the addresses of the host. */
const isNotConnected = (cause: unknown): boolean =>
	NOT_CONNECTED_CODES.has(networkCodeOf(cause)) || textProperty(cause, 'name') === 'AggregateError';

/** The address of the request that failed with an error of axios. */
export const requestUrlOf = (error: unknown): string | undefined =>
	textProperty(isObject(error) ? error.config : undefined, 'url');

/**
 * The host of the request that failed: that of the API, or of the token endpoint if n8n could not
 * get a token.
 *
 * @param url the address of the API
 */
function calledHost(cause: unknown, url: string): string {
	const called = requestUrlOf(cause);
	if (called === undefined || !URL.canParse(called)) return url;
	const { origin } = new URL(called);
	return new URL(url).origin === origin ? url : origin;
}

/**
 * The error for a request without a response. It explains what is wrong with the access token, or
 * names the host and the network error.
 *
 * @param idempotent if false, the description warns that Smartcar may have executed the request
 */
export function networkError(
	details: RequestDetails,
	cause: unknown,
	idempotent: boolean,
): NodeApiError {
	const tokenError = explainTokenError(cause);
	if (tokenError) {
		const { description, ...content } = tokenError;
		// Only OAuth2 tokens are for the v2.0 API alone, so only they may have ended with it.
		const canBeEndOfV2 = details.credentialType === 'smartcarOAuth2Api';
		return createApiError(details, { ...content, advice: [description], canBeEndOfV2 });
	}
	const warning = 'Smartcar may have executed the request: check before you send it again.';
	return createApiError(details, {
		message: `Smartcar could not be reached at ${calledHost(cause, details.url)}: ${networkReason(cause)}`,
		advice: [
			!idempotent && !isNotConnected(cause) && warning,
			"Check n8n's network connection and try again later. With 'Custom Hosts' on, check the URLs in the credential.",
		],
		failure: { cause: 'temporarily-unavailable' },
	});
}
