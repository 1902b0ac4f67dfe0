import type { IWebhookFunctions } from 'n8n-workflow';
import { BoundedMap } from '../../shared/boundedMap';
import { describeMistake } from '../../shared/credentialHints';
import { triggerKey } from '../triggerKey';
import { reject } from '../webhookReply';

/** What a stage needs of n8n to read the credential. */
export type CredentialContext = Pick<
	IWebhookFunctions,
	'getCredentials' | 'getNode' | 'getWorkflow' | 'logger'
>;

/**
 * The current token, which signs challenges, and the former one while a new token is introduced.
 * See docs/contributing/smartcar-api.md#management-token.
 */
export type ManagementTokens = [current: string, former?: string];

/**
 * n8n reads and decrypts a credential for each request: a duplicate takes n8n 4.3 ms of processor time
 * instead of 3.6. For as long as this, a token that was removed from the credential may still be
 * accepted.
 */
const MAX_AGE_MS = 5_000;

/** By trigger and credential, so that no node uses a credential that only another node may read. */
const cache = new BoundedMap<Promise<ManagementTokens | undefined>>({
	maxEntries: 10_000,
	maxAgeMs: MAX_AGE_MS,
});

async function readCredential(this: CredentialContext): Promise<ManagementTokens | undefined> {
	try {
		const credential = await this.getCredentials('smartcarWebhookApi');
		const [current, former] = [
			credential.applicationManagementToken,
			credential.formerManagementToken,
		].map((token) => (typeof token === 'string' ? token.trim() : ''));
		if (!current) return undefined;
		return former ? [current, former] : [current];
	} catch (cause) {
		this.logger.error('Smartcar Trigger cannot read its credential', { cause: String(cause) });
		return undefined;
	}
}

/**
 * The application management tokens of the credential. `recent` tokens were read within the last
 * five seconds. Deliveries that arrive while a credential is read share the result.
 * @throws WebhookReply 503 if the credential cannot be used
 */
export async function managementTokens(
	this: CredentialContext,
	age: 'recent' | 'current',
): Promise<ManagementTokens> {
	const key = `${triggerKey(this)} ${this.getNode().credentials?.smartcarWebhookApi?.id}`;
	const recent = age === 'recent' ? cache.get(key) : undefined;
	const reading = recent ?? readCredential.call(this);
	if (!recent) cache.set(key, reading);
	const tokens = await reading;
	if (tokens) return tokens;
	if (cache.get(key) === reading) cache.delete(key);
	throw reject(503, 'not_configured', 'The trigger has no application management token');
}

/** A sentence for the log if the token looks like another value that was pasted by mistake. */
export const tokenMistake = ([current]: ManagementTokens): string | undefined =>
	describeMistake('Application Management Token', 'managementToken', current);
