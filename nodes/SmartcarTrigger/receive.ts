import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { Answer, refuse, send } from './answer';
import type { SmartcarEvent } from './event/event';
import { handOver } from './handOver';
import { authenticate } from './stages/authenticate';
import { deduplicate } from './stages/deduplicate';
import { parse } from './stages/parse';
import { read } from './stages/read';
import { select, type Selection } from './stages/select';
import { verify } from './stages/verify';

/** The key of challenges and signatures, or undefined when the credential cannot be used. */
async function managementToken(this: IWebhookFunctions): Promise<string | undefined> {
	try {
		const { applicationManagementToken } = await this.getCredentials('smartcarWebhookApi');
		return typeof applicationManagementToken === 'string' ? applicationManagementToken.trim() : undefined;
	} catch (cause) {
		this.logger.error('Smartcar Trigger cannot read its credential', { cause: String(cause) });
		return undefined;
	}
}

/** The first stages, up to a genuine event that the user wants; or the answer that ends the delivery's way before. */
async function accept(this: IWebhookFunctions): Promise<SmartcarEvent | Answer> {
	const delivery = await read(this.getRequestObject());
	if (delivery instanceof Answer) return delivery;

	const token = await managementToken.call(this);
	if (!token) return refuse(503, 'not_configured', 'The trigger has no application management token');

	const answer = verify(delivery, token) ?? authenticate(delivery, token);
	if (answer) return answer;

	const event = parse(delivery.body);
	if (event instanceof Answer) return event;

	const unwanted = select(event, { events: this.getNodeParameter('events') as Selection['events'] });
	return unwanted ? new Answer(200, { status: 'ignored', eventId: event.eventId, reason: unwanted }) : event;
}

/** Hands an event to n8n, which sends the answer only once it has stored the execution. */
const commit = (event: SmartcarEvent): IWebhookResponseData => ({
	workflowData: [[handOver(event)]],
	webhookResponse: { status: 'accepted', eventId: event.eventId },
});

/**
 * The way of a delivery: read, verify, authenticate, parse, select, deduplicate, commit.
 *
 * Never throws: n8n would answer an exception with a stack trace and record a failed execution.
 */
export async function receive(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		const event = await accept.call(this);
		if (event instanceof Answer) return send.call(this, event);

		// A test event is for the person who waits for it in the editor, however often it was sent.
		const isNew = this.getMode() === 'manual' || (await deduplicate.call(this, event.eventId));
		return isNew ? commit(event) : send.call(this, new Answer(200, { status: 'duplicate', eventId: event.eventId }));
	} catch (cause) {
		this.logger.error('Smartcar Trigger could not handle a delivery', { cause: String(cause) });
		return send.call(this, refuse(500, 'unexpected', 'The delivery could not be handled; send it again'));
	}
}
