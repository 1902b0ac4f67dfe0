import { WebhookReply } from '../../../../nodes/SmartcarTrigger/webhookReply';

/** The reply that a stage throws, or undefined if it lets the delivery pass. */
export async function replyOf(stage: () => unknown): Promise<WebhookReply | undefined> {
	try {
		await stage();
		return undefined;
	} catch (thrown) {
		if (thrown instanceof WebhookReply) return thrown;
		throw thrown;
	}
}
