import type { IDataObject, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { BoundedMap } from '../shared/boundedMap';
import { triggerKey } from './triggerKey';
import type { WebhookReply } from './webhookReply';

/** n8n stops listening for a test event after two minutes. */
const MAX_LISTENING_MS = 120_000;

/** The triggers whose test URL Smartcar has verified within the last two minutes. */
const recentlyVerified = new BoundedMap<true>({ maxEntries: 1_000, maxAgeMs: MAX_LISTENING_MS });

/**
 * Whether Smartcar has verified the test URL of a trigger, most likely while the user was
 * listening.
 */
export const wasVerified = (context: IWebhookFunctions): boolean =>
	recentlyVerified.get(triggerKey(context)) === true;

/** What `execute()` shows as an error for a delivery that `webhook()` has rejected. */
function describeRejection({ body, log }: WebhookReply): IDataObject | undefined {
	if (!('error' in body)) return undefined;
	const message =
		body.error === 'signature_mismatch'
			? 'Received a delivery, but its signature does not match the Application Management Token of this credential'
			: `Received a delivery, but rejected it: ${body.message}`;
	return { message, description: log && `Smartcar Trigger ${log.message}` };
}

/**
 * A verification starts no test run, because that would end the listening. The run of the next
 * event reports it.
 */
export function rememberVerification(context: IWebhookFunctions, { body }: WebhookReply): void {
	if ('challenge' in body) recentlyVerified.set(triggerKey(context), true);
}

/**
 * The items that start a test run for a rejected delivery, in which `execute()` throws the error
 * for the editor to show. Undefined for other deliveries without an event: they start no run.
 */
export function rejectionItems(reply: WebhookReply): INodeExecutionData[][] | undefined {
	const rejected = describeRejection(reply);
	return rejected && [[{ json: { rejected } }]];
}
