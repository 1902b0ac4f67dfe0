import type { IWebhookFunctions } from 'n8n-workflow';
import { Recent } from '../state/recent';

/** The current token, which answers challenges, and the former one while it is being replaced. */
export type ManagementTokens = [string, ...string[]];

/**
 * n8n reads and decrypts a credential for every request, which is a fifth of what a copy costs. For so long a token
 * that was taken out of the credential may still be accepted.
 */
const MAX_AGE_MS = 5_000;

/** Per trigger and credential, so that no node is helped by what another one may read. */
const recent = new Recent<ManagementTokens>(MAX_AGE_MS);

async function readCredential(this: IWebhookFunctions): Promise<ManagementTokens | undefined> {
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
 * The application management tokens of the credential: as they were a few seconds ago, or as they are. Undefined when
 * the credential cannot be used: then nothing is accepted.
 */
export async function managementTokens(
	this: IWebhookFunctions,
	age: 'recent' | 'now',
): Promise<ManagementTokens | undefined> {
	const node = this.getNode();
	const key = JSON.stringify([
		this.getWorkflow().id,
		node.id,
		node.credentials?.smartcarWebhookApi?.id,
	]);
	const read = async () => await readCredential.call(this);
	return await (age === 'recent' ? recent.get(key, read) : recent.renew(key, read));
}
