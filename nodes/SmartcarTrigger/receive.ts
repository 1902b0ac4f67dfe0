import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { describeMistake } from '../shared/credentialHints';
import { accepted, Answer, refuse, send } from './answer';
import type { HandedOver, SmartcarEvent } from './event/event';
import { handOver } from './handOver';
import { managementTokens, type ManagementTokens } from './managementTokens';
import { webhookSettings, type Settings } from './settings';
import { authenticate } from './stages/authenticate';
import { commit } from './stages/commit';
import { deduplicate } from './stages/deduplicate';
import { parse } from './stages/parse';
import { read, type Delivery } from './stages/read';
import { choiceOf, select } from './stages/select';
import { track } from './stages/track';
import { verify } from './stages/verify';

const unwanted = ({ eventId }: SmartcarEvent, reason: string) =>
	new Answer(200, { status: 'ignored', eventId, reason });

/**
 * The answer with a hint, where the token in the credential is probably another value: then neither verifications nor
 * signatures can match.
 */
function withHint(answer: Answer, [current]: ManagementTokens): Answer {
	const { status, body } = answer;
	const isAboutToken =
		'challenge' in body || ('error' in body && body.error === 'signature_mismatch');
	const slip = isAboutToken
		? describeMistake('Application Management Token', 'managementToken', current)
		: undefined;
	return slip === undefined ? answer : new Answer(status, body, slip);
}

/**
 * The answer that ends the way of what is no genuine event: a verification, or a refusal. Only what is plainly genuine is
 * judged by tokens of a few seconds ago; all else by the credential as it is, so that a new token works at once.
 */
async function identify(
	this: IWebhookFunctions,
	delivery: Delivery,
	{ options }: Settings,
): Promise<Answer | undefined> {
	const unusable = refuse(503, 'not_configured', 'The trigger has no application management token');
	const judge = (tokens: ManagementTokens) =>
		verify(delivery, tokens[0]) ??
		(options.verifySignature ? authenticate(delivery, tokens) : undefined);

	const recent = await managementTokens.call(this, 'recent');
	if (!recent) return unusable;
	if (!judge(recent)) return undefined;
	const current = await managementTokens.call(this, 'now');
	if (!current) return unusable;
	const answer = judge(current);
	return answer && withHint(answer, current);
}

/** The first stages, up to a genuine event that the user wants; or the answer that ends the delivery's way before. */
async function accept(
	this: IWebhookFunctions,
	settings: Settings,
): Promise<SmartcarEvent | Answer> {
	const delivery = await read(this.getRequestObject());
	if (delivery instanceof Answer) return delivery;

	const answer = await identify.call(this, delivery, settings);
	if (answer) return answer;

	const event = parse(delivery.body);
	if (event instanceof Answer) return event;
	const reason = select(event, settings);
	if (!reason) return event;
	// Rare, and perhaps news to whoever chose the events: the service may have added a type.
	if (choiceOf(event) === 'OTHER') {
		this.logger.info(
			`Smartcar Trigger dropped an event of the type ${JSON.stringify(event.eventType.slice(0, 100))}`,
		);
	}
	return unwanted(event, reason);
}

/** Sees to it that an event starts one execution, or that there is a good reason for none. */
async function carryOn(
	this: IWebhookFunctions,
	event: SmartcarEvent,
	settings: Settings,
): Promise<HandedOver | Answer> {
	// A test event is for the person who waits for it in the editor, however often it was sent.
	if (this.getMode() === 'manual') return { event, flags: {} };

	const { eventId } = event;
	if (!(await deduplicate.call(this, eventId)))
		return new Answer(200, { status: 'duplicate', eventId });
	const tracked = await track.call(this, event, settings);
	return typeof tracked === 'string' ? unwanted(event, tracked) : { event, flags: tracked };
}

/** Hands an event to n8n, which sends the answer once it has stored the execution, or finished it if so chosen. */
async function start(
	this: IWebhookFunctions,
	one: HandedOver,
	settings: Settings,
): Promise<IWebhookResponseData> {
	const combine = settings.options.combineEvents && this.getMode() !== 'manual';
	const committed = await commit.call(this, handOver(one), combine);
	if (Array.isArray(committed))
		return { workflowData: [committed], webhookResponse: accepted(one.event) };
	if (committed) return { webhookResponse: accepted(one.event) };
	return send.call(
		this,
		refuse(503, 'not_stored', 'The execution that took this event along was not stored'),
	);
}

/**
 * The way of a delivery: read, verify, authenticate, parse, select, deduplicate, track, commit.
 *
 * Never throws: n8n would answer an exception with a stack trace and record a failed execution.
 */
export async function receive(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		const settings = webhookSettings.call(this);
		const event = await accept.call(this, settings);
		if (event instanceof Answer) return send.call(this, event);
		const one = await carryOn.call(this, event, settings);
		return one instanceof Answer ? send.call(this, one) : await start.call(this, one, settings);
	} catch (cause) {
		this.logger.error('Smartcar Trigger could not handle a delivery', { cause: String(cause) });
		return send.call(
			this,
			refuse(500, 'unexpected', 'The delivery could not be handled; send it again'),
		);
	}
}
