import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { logName } from './log';

/** Why a delivery was rejected. It is in the reply and in n8n's log. */
type RejectionCode =
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

type Status = 200 | 400 | 401 | 413 | 415 | 500 | 503;

type Body =
	| { challenge: string }
	| { status: 'accepted' | 'duplicate'; eventId: string }
	| { status: 'ignored'; eventId: string; reason: string }
	| { error: RejectionCode; message: string };

interface LogEntry {
	level: 'debug' | 'info' | 'warn' | 'error';
	message: string;
}

/**
 * Ends a delivery without an execution: any stage of `webhook()` throws it, and `webhook()` sends
 * it. It is not an Error, because recording a stack would take longer than everything else for a
 * duplicate.
 *
 * Any 2xx ends Smartcar's retries. With anything else it sends the event again.
 * See docs/contributing/smartcar-api.md#deliveries.
 */
export class WebhookReply {
	constructor(
		readonly status: Status,
		readonly body: Body,
		/** Written to n8n's log. It can say more than the body, which anybody may get to see. */
		readonly log?: LogEntry,
	) {}
}

/** The body of the reply to an event that starts, or joins, an execution. */
export const acceptedBody = (eventId: string) => ({ status: 'accepted' as const, eventId });

/** @param hint for n8n's log only */
export function reject(
	status: Exclude<Status, 200>,
	error: RejectionCode,
	message: string,
	hint?: string,
): WebhookReply {
	const suffix = hint === undefined ? '' : `. ${hint}`;
	return new WebhookReply(
		status,
		{ error, message },
		{
			level: 'warn',
			message: `rejected a delivery with ${status} (${error}): ${message}${suffix}`,
		},
	);
}

/** The reply to a delivery that could not be handled, because of an error that no stage expects. */
export const unexpectedError = (cause: unknown) =>
	new WebhookReply(
		500,
		{ error: 'unexpected', message: 'The delivery could not be handled; send it again' },
		{ level: 'error', message: `could not handle a delivery: ${String(cause)}` },
	);

/**
 * Filters can leave out thousands of events an hour, so by default they show in debug logs only.
 */
const noExecution = (
	eventId: string,
	reason: string,
	level: LogEntry['level'] = 'debug',
): LogEntry => ({
	level,
	message: `started no execution for event ${JSON.stringify(eventId)}: ${reason}`,
});

export const ignored = (eventId: string, reason: string, level?: LogEntry['level']) =>
	new WebhookReply(
		200,
		{ status: 'ignored', eventId, reason },
		noExecution(eventId, reason, level),
	);

export const duplicate = (eventId: string) =>
	new WebhookReply(200, { status: 'duplicate', eventId }, noExecution(eventId, 'duplicate'));

/**
 * Sends a reply and writes its log entry. n8n itself sends 200 only, so other statuses are sent
 * here.
 */
export function sendReply(
	this: IWebhookFunctions,
	{ status, body, log }: WebhookReply,
): IWebhookResponseData {
	if (log) this.logger[log.level](`${logName(this)} ${log.message}`);
	if (status === 200) return { webhookResponse: body };
	this.getResponseObject().status(status).json(body);
	return { noWebhookResponse: true };
}
