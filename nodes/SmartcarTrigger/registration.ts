import type { IHookFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { resolveHost } from '../shared/hosts';

const CREDENTIAL = 'smartcarApplicationApi';
const TIMEOUT_MS = 10_000;

const webhookList = z.object({
	data: z.array(
		z.object({
			attributes: z.object({
				name: z.string().nullish(),
				callbackUri: z.string().nullish(),
				errorCallbackUri: z.string().nullish(),
				isEnabled: z.boolean().nullish(),
			}),
		}),
	),
});

type Webhooks = z.infer<typeof webhookList>['data'];

async function readWebhooks(this: IHookFunctions, query: Record<string, string>): Promise<Webhooks> {
	const credential = await this.getCredentials(CREDENTIAL);
	const answer: unknown = await this.helpers.httpRequestWithAuthentication.call(this, CREDENTIAL, {
		url: `${resolveHost(credential, 'managementUrl')}/webhooks`,
		qs: { ...query, 'page[size]': 100 },
		json: true,
		timeout: TIMEOUT_MS,
	});
	return webhookList.parse(answer).data;
}

/** The application's webhooks that deliver to an address; the service itself compares only parts (service: section 4). */
async function webhooksOf(this: IHookFunctions, address: string): Promise<Webhooks> {
	const states = await readWebhooks.call(this, { 'filter[callbackUri]': address });
	const own = states.filter(({ attributes }) => attributes.callbackUri === address);
	if (own.length > 0) return own;
	// There is no filter for the address of errors.
	const all = await readWebhooks.call(this, {});
	return all.filter(({ attributes }) => attributes.errorCallbackUri === address);
}

/** What keeps the service from delivering to an address, in words for the log; nothing if all is well. */
function objections(address: string, webhooks: Webhooks): string[] {
	const { protocol, hostname } = new URL(address);
	const local = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
	if (protocol !== 'https:' || local) {
		return [`Smartcar delivers only to public HTTPS addresses, not to ${address}: set WEBHOOK_URL of n8n`];
	}
	if (webhooks.length === 0) {
		return [`no webhook of the application delivers to ${address}: enter it as callback URI in the Smartcar dashboard`];
	}
	return webhooks
		.filter(({ attributes }) => attributes.isEnabled === false)
		.map(({ attributes }) => `the webhook '${attributes.name}' is disabled in the Smartcar dashboard`);
}

/**
 * Looks the trigger's webhook up in the application when the workflow is activated, and says in the log what keeps
 * events from arriving (design: 4.4). Never stands in the way of the activation: the service may be out of reach.
 */
export async function checkRegistration(this: IHookFunctions): Promise<void> {
	const address = this.getNodeWebhookUrl('default');
	if (!address || this.getMode() === 'manual' || this.getNodeParameter('checkRegistration', false) !== true) return;
	try {
		const found = objections(address, await webhooksOf.call(this, address));
		for (const objection of found) this.logger.warn(`Smartcar Trigger will get no events: ${objection}`);
		if (found.length === 0) this.logger.info('Smartcar Trigger is registered as callback address of a webhook');
	} catch (cause) {
		this.logger.warn('Smartcar Trigger could not look its webhook up', { cause: String(cause) });
	}
}
