import type { IDataObject, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { BoundedMap } from '../shared/boundedMap';
import { triggerKey } from './triggerKey';
import type { WebhookReply } from './webhookReply';

/** n8n stops to listen for a test event after two minutes. */
const MAX_LISTENING_MS = 120_000;

/** The triggers whose test URL Smartcar has verified lately. */
const verified = new BoundedMap<true>({ maxEntries: 1_000, maxAgeMs: MAX_LISTENING_MS });

/** Whether Smartcar has verified the test URL since the user began to listen, as far as is known. */
export const wasVerified = (context: IWebhookFunctions): boolean =>
	verified.get(triggerKey(context)) === true;

/** What `execute()` shows as an error for a delivery that `webhook()` has rejected. */
function describeRejection({ body, log }: WebhookReply): IDataObject | undefined {
	if (!('error' in body)) return undefined;
	const message =
		body.error === 'signature_mismatch'
			? 'A delivery came, but its signature does not match the Application Management Token of this credential'
			: `A delivery came, but it was rejected: ${body.message}`;
	return { message, description: log && `Smartcar Trigger ${log.message}` };
}

/**
 * The items of a test run for a delivery that has ended without an event. A rejected delivery starts
 * a run, whose error the editor shows. A verification starts none, because a run ends the listening:
 * the run of the next event says that it came.
 */
export function showReply(
	context: IWebhookFunctions,
	reply: WebhookReply,
): INodeExecutionData[][] | undefined {
	if ('challenge' in reply.body) verified.set(triggerKey(context), true);
	const rejected = describeRejection(reply);
	return rejected && [[{ json: { rejected } }]];
}
