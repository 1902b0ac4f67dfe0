import { createHash } from 'node:crypto';
import type { IWebhookFunctions } from 'n8n-workflow';
import { onResponseClosed } from '../delivery/onResponseClosed';
import type { SmartcarEvent } from '../event/types';
import { duplicate } from '../webhookReply';
import { triggerKey } from '../triggerKey';
import { InMemoryDeduplicator } from './inMemoryDeduplicator';

/** One for all triggers: n8n creates one instance of a node's class in each process. */
const deduplicator = new InMemoryDeduplicator();

/** A hash, so that each remembered event takes the same memory, however long its ID is. */
const hash = (text: string) => createHash('sha256').update(text).digest('base64');

/**
 * Lets the first delivery of an event pass. A duplicate that arrives before the first one is
 * answered waits for that answer, and takes over if it is not 2xx.
 *
 * A sender that hung up while it waited has its event carried on, and sends it again. If n8n
 * stores both, the deduplication in the execution stops the second one.
 * @throws WebhookReply 200 for a duplicate of an event that was answered 2xx
 */
export async function deduplicateDelivery(
	this: IWebhookFunctions,
	{ eventId }: SmartcarEvent,
): Promise<void> {
	const claim = await deduplicator.claim(hash(`${triggerKey(this)} ${eventId}`));
	if (!claim) throw duplicate(eventId);
	onResponseClosed(this.getResponseObject(), (acknowledged) => {
		if (acknowledged) claim.confirm();
		else claim.release();
	});
}
