import type { IHookFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { resolveHost } from '../shared/hosts';
import { isReachable } from './publicUrl';

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

async function readWebhooks(
	this: IHookFunctions,
	query: Record<string, string>,
): Promise<Webhooks> {
	const credential = await this.getCredentials(CREDENTIAL);
	const answer: unknown = await this.helpers.httpRequestWithAuthentication.call(this, CREDENTIAL, {
		url: `${resolveHost(credential, 'managementUrl')}/webhooks`,
		qs: { ...query, 'page[size]': 100 },
		json: true,
		timeout: TIMEOUT_MS,
		sendCredentialsOnCrossOriginRedirect: false,
	});
	return webhookList.parse(answer).data;
}

interface Found {
	/** Deliver to the address. */
	own: Webhooks;
	/** Deliver to another address of the same trigger, such as its test URL. */
	astray: Webhooks;
}

/** The path that all addresses of a trigger end in, whatever is before it: the ID of its webhook and the path. */
const tailOf = (address: string) => new URL(address).pathname.split('/').slice(-2).join('/');

const urisOf = ({ attributes }: Webhooks[number]) => [
	attributes.callbackUri,
	attributes.errorCallbackUri,
];

/** The application's webhooks that deliver to the trigger; the service itself compares only parts (service: section 4). */
async function webhooksOf(this: IHookFunctions, address: string): Promise<Found> {
	const states = await readWebhooks.call(this, { 'filter[callbackUri]': address });
	const own = states.filter(({ attributes }) => attributes.callbackUri === address);
	if (own.length > 0) return { own, astray: [] };
	// There is no filter for the address of errors.
	const all = await readWebhooks.call(this, {});
	const tail = `/${tailOf(address)}`;
	return {
		own: all.filter(({ attributes }) => attributes.errorCallbackUri === address),
		astray: all.filter((webhook) =>
			urisOf(webhook).some((uri) => uri?.endsWith(tail) && uri !== address),
		),
	};
}

const nameOf = ({ attributes }: Webhooks[number]) => `the webhook '${attributes.name}'`;

/** What is wrong with a webhook that delivers to the trigger, but not to its production URL. */
function astrayObjection(webhook: Webhooks[number], address: string): string {
	const isTest = urisOf(webhook).some((uri) => uri?.includes('/webhook-test/'));
	const where = isTest
		? 'the test URL of this trigger, which answers only while the editor listens'
		: 'another address of this trigger';
	return `${nameOf(webhook)} delivers to ${where}: enter ${address} as callback URI in the Smartcar dashboard`;
}

/** What keeps the service from delivering to an address, in words for the log; nothing if all is well. */
function objections(address: string, { own, astray }: Found): string[] {
	if (own.length > 0) {
		return own
			.filter(({ attributes }) => attributes.isEnabled === false)
			.map((webhook) => `${nameOf(webhook)} is disabled in the Smartcar dashboard`);
	}
	if (astray.length > 0) return astray.map((webhook) => astrayObjection(webhook, address));
	return [
		`no webhook of the application delivers to ${address}: enter it as callback URI in the Smartcar dashboard`,
	];
}

/**
 * When the workflow is activated, says in the log what keeps events from arriving (design: 4.4): an address that the
 * service cannot reach and, if the user wants it looked up, a webhook of the application that is missing or wrong.
 * Never stands in the way of the activation: the service may be out of reach.
 */
export async function checkRegistration(this: IHookFunctions): Promise<void> {
	const address = this.getNodeWebhookUrl('default');
	if (!address || this.getMode() === 'manual') return;
	const warn = (objection: string) =>
		this.logger.warn(`Smartcar Trigger will get no events: ${objection}`);
	try {
		if (!isReachable(address)) {
			warn(
				`Smartcar delivers only to public HTTPS addresses, not to ${address}: set N8N_WEBHOOK_URL of n8n (older: WEBHOOK_URL)`,
			);
			return;
		}
		if (this.getNodeParameter('checkRegistration', false) !== true) return;
		const found = objections(address, await webhooksOf.call(this, address));
		for (const objection of found) warn(objection);
		if (found.length === 0)
			this.logger.info('Smartcar Trigger is registered as callback address of a webhook');
	} catch (cause) {
		this.logger.warn('Smartcar Trigger could not look its webhook up', { cause: String(cause) });
	}
}
