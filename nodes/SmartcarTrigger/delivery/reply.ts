import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import type { SmartcarEvent } from '../event/types';

/** Why a delivery was turned away; part of the answer, so that a log can be searched for it. */
export type Refusal =
	| 'body_missing'
	| 'body_not_json'
	| 'body_not_an_object'
	| 'body_too_large'
	| 'challenge_invalid'
	| 'content_type_not_json'
	| 'event_id_missing'
	| 'not_configured'
	| 'not_stored'
	| 'signature_malformed'
	| 'signature_mismatch'
	| 'signature_missing'
	| 'unexpected';

type Body =
	| { challenge: string }
	| { status: 'duplicate' | 'ignored'; eventId: string; reason?: string }
	| { error: Refusal; message: string };

/**
 * The final answer to a delivery that starts no execution: a stage that returns one ends the delivery's way there.
 *
 * Exactly 200 means "do not send again", anything else "send again" (service: 5.1 Transport).
 */
export class Answer {
	constructor(
		readonly status: 200 | 400 | 401 | 413 | 415 | 500 | 503,
		readonly body: Body,
		/** For n8n's log alone: the sender may be anybody. */
		readonly hint?: string,
	) {}
}

/** The answer to a delivery that has started an execution, or that another one took along. */
export const accepted = ({ eventId }: SmartcarEvent) => ({ status: 'accepted', eventId });

export const refuse = (status: Exclude<Answer['status'], 200>, error: Refusal, message: string) =>
	new Answer(status, { error, message });

/** Sends an answer and leaves a line in n8n's log. n8n itself can only send 200; any other status is sent here. */
export function send(
	this: IWebhookFunctions,
	{ status, body, hint }: Answer,
): IWebhookResponseData {
	const advice = hint === undefined ? '' : `. ${hint}`;
	if ('error' in body) {
		this.logger.warn(
			`Smartcar Trigger refused a delivery with ${status} (${body.error}): ${body.message}${advice}`,
		);
	} else if ('challenge' in body) {
		const level = hint === undefined ? 'info' : 'warn';
		const address =
			this.getMode() === 'manual'
				? 'test URL, which answers only while the editor listens'
				: 'callback address';
		this.logger[level](`Smartcar Trigger answered the verification of its ${address}${advice}`);
	} else {
		const event = JSON.stringify(body.eventId);
		// Not for everybody: with a filter that leaves out most events there are thousands of these.
		this.logger.debug(
			`Smartcar Trigger started no execution for event ${event}: ${body.reason ?? body.status}`,
		);
	}

	if (status === 200) return { webhookResponse: body };
	this.getResponseObject().status(status).json(body);
	return { noWebhookResponse: true };
}
