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
 * listening. Only the first event after it reports that.
 */
export function takeVerification(context: IWebhookFunctions): boolean {
	const key = triggerKey(context);
	const isVerified = recentlyVerified.has(key);
	recentlyVerified.delete(key);
	return isVerified;
}

const NO_SIGNATURE =
	'The request does not come from Smartcar, or a proxy removes or changes the header.';

/** What to do about a rejection, if it is more than what the log says. */
const ADVICE = new Map<string, string>([
	[
		'signature_mismatch',
		'Copy the Application Management Token again from the Smartcar application that has this webhook. If it is right, something between Smartcar and n8n, such as a proxy, changes the body.',
	],
	['signature_missing', NO_SIGNATURE],
	['signature_malformed', NO_SIGNATURE],
]);

/** What `execute()` shows as an error for a delivery that `webhook()` has rejected. */
function describeRejection({ body, log }: WebhookReply): IDataObject | undefined {
	if (!('error' in body)) return undefined;
	const message =
		body.error === 'signature_mismatch'
			? 'Received a delivery, but its signature does not match the Application Management Token of this credential'
			: `Received a delivery, but rejected it: ${body.message}`;
	const logged = log && `Smartcar Trigger ${log.message}.`;
	return { message, description: [ADVICE.get(body.error), logged].filter(Boolean).join(' ') };
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
