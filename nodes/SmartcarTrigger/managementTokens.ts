import type { IWebhookFunctions } from 'n8n-workflow';

/**
 * The application management tokens of the credential: the current one, which answers challenges, and the former one
 * while it is being replaced. Undefined when the credential cannot be used: then nothing is accepted.
 */
export async function managementTokens(this: IWebhookFunctions): Promise<[string, ...string[]] | undefined> {
	try {
		const credential = await this.getCredentials('smartcarWebhookApi');
		const [current, former] = [credential.applicationManagementToken, credential.formerManagementToken].map((token) =>
			typeof token === 'string' ? token.trim() : '',
		);
		if (!current) return undefined;
		return former ? [current, former] : [current];
	} catch (cause) {
		this.logger.error('Smartcar Trigger cannot read its credential', { cause: String(cause) });
		return undefined;
	}
}
