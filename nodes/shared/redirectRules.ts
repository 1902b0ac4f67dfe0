import type { IAuthenticateRuleResponseCode } from 'n8n-workflow';

export const REDIRECT_STATUSES = [300, 301, 302, 303, 307, 308];

/**
 * The rules of a credential test for a redirect. A test does not follow one, because it would pass
 * if the other host accepts any token.
 *
 * @param advice added to the message
 */
export const redirectRules = (advice = ''): IAuthenticateRuleResponseCode[] =>
	REDIRECT_STATUSES.map((value) => ({
		type: 'responseCode',
		properties: {
			value,
			message:
				`The test call was redirected to another address. With 'Custom Hosts' on, enter the final address in the credential. ${advice}`.trim(),
		},
	}));
