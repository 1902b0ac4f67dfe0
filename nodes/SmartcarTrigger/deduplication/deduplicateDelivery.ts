import { createHash } from 'node:crypto';
import type { IWebhookFunctions } from 'n8n-workflow';
import { EventMemory } from './inMemoryDeduplicator';
import { whenAnswered } from '../delivery/onResponseClosed';

/** One for the process: n8n makes one instance of a node's class, whatever the number of workflows. */
const memory = new EventMemory();

/** A key of fixed size, so that the memory is bounded by the number of events alone. */
const keyOf = (...parts: Array<string | undefined>) =>
	createHash('sha256').update(JSON.stringify(parts)).digest('base64');

/**
 * Whether this delivery is the one to carry the event on; false for a copy of an event that was answered 2xx.
 * A copy of an event that is still being carried on waits for the answer to that one.
 *
 * A sender that hung up while it waited sends again. Its event is carried on all the same: should n8n store it, the
 * second layer of deduplication stops the copy.
 */
export async function deduplicate(this: IWebhookFunctions, eventId: string): Promise<boolean> {
	const response = this.getResponseObject();
	const claim = await memory.claim(keyOf(this.getWorkflow().id, this.getNode().id, eventId));
	if (!claim) return false;
	whenAnswered(response, (acknowledged) => (acknowledged ? claim.settle() : claim.forget()));
	return true;
}
