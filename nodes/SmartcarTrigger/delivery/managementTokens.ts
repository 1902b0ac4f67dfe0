import type { IWebhookFunctions } from 'n8n-workflow';
import { BoundedMap } from '../../shared/boundedMap';
import { describeMistake, trimmedText } from '../../shared/credentialHints';
import { triggerKey } from '../triggerKey';
import { reject } from '../webhookReply';

/** What is needed of n8n to read the credential. */
export type CredentialContext = Pick<
	IWebhookFunctions,
	'getCredentials' | 'getNode' | 'getWorkflow' | 'logger'
>;

/**
 * The current token, which signs challenges, and the former one while the user replaces it: events
 * may be signed with either. See docs/contributing/smartcar-api.md#management-token.
 */
export type ManagementTokens = [current: string, former?: string];

/**
 * How long tokens are kept in memory. Reading and decrypting the credential for each request would
 * take 0.7 of 4.3 ms of processor time for a duplicate. In return, a token that was removed from
 * the credential is accepted up to this much longer.
 */
const MAX_AGE_MS = 5_000;

/** By trigger and credential, so that no node uses a credential that only another node may read. */
const cache = new BoundedMap<Promise<ManagementTokens>>({
	maxEntries: 10_000,
	maxAgeMs: MAX_AGE_MS,
});

async function readCredential(this: CredentialContext): Promise<ManagementTokens> {
	const credential = await this.getCredentials('smartcarWebhookApi').catch((cause: unknown) => {
		const message = 'n8n could not read the credential of the trigger';
		throw reject(503, 'not_configured', message, String(cause));
	});
	const current = trimmedText(credential.applicationManagementToken);
	const former = trimmedText(credential.formerManagementToken);
	if (!current)
		throw reject(
			503,
			'not_configured',
			'The credential of the trigger has no Application Management Token',
		);
	return former ? [current, former] : [current];
}

/**
 * The application management tokens of the credential. With `recent` they may have been read up to
 * five seconds ago, and deliveries that arrive while the credential is read share the result.
 * @throws WebhookReply 503 if the credential cannot be used
 */
export async function managementTokens(
	this: CredentialContext,
	age: 'recent' | 'current',
): Promise<ManagementTokens> {
	const key = `${triggerKey(this)} ${this.getNode().credentials?.smartcarWebhookApi?.id}`;
	const recent = age === 'recent' ? cache.get(key) : undefined;
	if (recent) return await recent;
	const reading = readCredential.call(this);
	cache.set(key, reading);
	reading.catch(() => {
		if (cache.get(key) === reading) cache.delete(key);
	});
	return await reading;
}

/** A sentence for the log if the token looks like another value that was pasted by mistake. */
export const tokenMistake = ([current]: ManagementTokens): string | undefined =>
	describeMistake('Application Management Token', 'managementToken', current);
