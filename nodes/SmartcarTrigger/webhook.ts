import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { judgeDelivery } from './judgment/judgeDelivery';
import { deduplicateDelivery } from './deduplication/deduplicateDelivery';
import { answerChallenge } from './delivery/answerChallenge';
import { readDelivery } from './delivery/readDelivery';
import { readEventId } from './delivery/readEventId';
import { verifySignature } from './delivery/verifySignature';
import { batchEvents } from './eventBatcher';
import { leftOutReason } from './event/filter';
import { filterEvent } from './event/filterEvent';
import { parseEvent } from './event/parser';
import { toItem } from './executionInput';
import { rejectionItems, rememberVerification, takeVerification } from './testRun';
import { checkOrder } from './outOfOrder';
import { webhookParameters } from './parameters';
import { acceptedBody, sendReply, unexpectedError, WebhookReply } from './webhookReply';

/**
 * Handles a delivery. Each stage returns its value, or throws the WebhookReply that ends the
 * delivery. n8n sends the reply to an accepted event once it has stored the execution, or finished
 * it if the user chose that.
 *
 * Never throws, because n8n would reply with a stack trace and record a failed execution.
 * See docs/contributing/n8n-facts.md#webhook-must-not-throw.
 */
export async function webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		const delivery = await readDelivery(this.getRequestObject());
		await answerChallenge.call(this, delivery);
		const parameters = webhookParameters.call(this);
		await verifySignature.call(this, delivery, parameters);
		const event = parseEvent(delivery.body, readEventId(delivery));
		const webhookResponse = acceptedBody(event.eventId);
		// A user who listens in the editor gets every event, also duplicates and those that filters
		// leave out.
		if (this.getMode() === 'manual') {
			const leftOut = leftOutReason(event, parameters);
			const flags = { leftOut, ...(takeVerification(this) && { verified: true }) };
			return { workflowData: [[toItem({ event, flags })]], webhookResponse };
		}

		filterEvent(event, parameters);
		await deduplicateDelivery.call(this, event, parameters);
		const orderFlags = await checkOrder.call(this, event, parameters);
		const conditionFlags = await judgeDelivery.call(this, event, parameters);
		const accepted = { event, flags: { ...orderFlags, ...conditionFlags } };
		const items = await batchEvents.call(this, accepted, parameters);
		return { workflowData: [items], webhookResponse };
	} catch (thrown) {
		const reply = thrown instanceof WebhookReply ? thrown : unexpectedError(thrown);
		const sent = sendReply.call(this, reply);
		if (this.getMode() !== 'manual') return sent;
		rememberVerification(this, reply);
		return { ...sent, workflowData: rejectionItems(reply) };
	}
}
