import type { IWebhookFunctions } from 'n8n-workflow';
import { onResponseClosed } from '../delivery/onResponseClosed';
import type { SmartcarEvent } from '../event/types';
import { hashOf } from '../../shared/hashOf';
import { isRetriedOnFailure } from '../isRetriedOnFailure';
import { duplicate } from '../webhookReply';
import type { TriggerParameters } from '../parameters';
import { triggerKey } from '../triggerKey';
import { InMemoryDeduplicator } from './inMemoryDeduplicator';

/** One for all triggers of this process. Its keys contain the trigger. */
const deduplicator = new InMemoryDeduplicator();

/**
 * Lets one delivery of an event pass. A duplicate that arrives before the first one is answered
 * waits for that answer. If it is not 2xx, the duplicate passes instead.
 *
 * If a sender hangs up while its delivery is handled, n8n may still store the event, and the sender
 * sends it again. Then `deduplicateExecution` drops the second one or, with *When the Workflow
 * Finishes*, the second one waits until the workflow has finished.
 * @throws WebhookReply 200 for a duplicate of an event that was answered 2xx
 */
export async function deduplicateDelivery(
	this: IWebhookFunctions,
	{ eventId }: SmartcarEvent,
	parameters: TriggerParameters,
): Promise<void> {
	// A hash, so that each remembered event takes the same memory, however long its ID is.
	const claim = await deduplicator.claim(hashOf(triggerKey(this), eventId));
	if (!claim) throw duplicate(eventId);
	onResponseClosed(this.getResponseObject(), isRetriedOnFailure(parameters), (outcome) => {
		if (outcome === 'acknowledged') claim.acknowledge();
		else claim.release();
	});
}
