import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IWebhookFunctions,
} from 'n8n-workflow';
import { BoundedMap } from '../shared/boundedMap';
import { escapeHtml } from '../shared/escapeHtml';
import type { JudgedEvent } from './conditions/eventResult';
import { unmetHint } from './conditions/unmetHint';
import { addHint } from './executionHint';
import type { TriggerParameters } from './parameters';
import { triggerKey } from './triggerKey';
import type { WebhookReply } from './webhookReply';

/** n8n stops listening for a test event after two minutes. */
const MAX_LISTENING_MS = 120_000;

/** The triggers that have answered a verification of the test URL in the last two minutes. */
const recentlyVerified = new BoundedMap<true>({ maxEntries: 1_000, maxAgeMs: MAX_LISTENING_MS });

/**
 * Whether a trigger has answered a verification of its test URL, most likely while the user was
 * listening. True only once for each verification.
 */
export function takeVerification(context: IWebhookFunctions): boolean {
	const key = triggerKey(context);
	const isVerified = recentlyVerified.has(key);
	recentlyVerified.delete(key);
	return isVerified;
}

const NO_SIGNATURE =
	'The request does not come from Smartcar, or a proxy removes or changes the header.';

/** What to do about a rejection, where its log entry does not say it. */
const ADVICE_BY_CODE = new Map<string, string>([
	[
		'signature_mismatch',
		'Copy the Application Management Token again from the Smartcar application that has this webhook. If it is right, something between Smartcar and n8n, such as a proxy, changes the body.',
	],
	['signature_missing', NO_SIGNATURE],
	['signature_malformed', NO_SIGNATURE],
]);

/** The error that `execute()` shows for a rejected delivery. Undefined if it was not rejected. */
function describeRejection({ body, log }: WebhookReply): IDataObject | undefined {
	if (!('error' in body)) return undefined;
	const message =
		body.error === 'signature_mismatch'
			? 'Received a delivery, but its signature does not match the Application Management Token of this credential'
			: `Received a delivery, but rejected it: ${body.message}`;
	const logged = log && `Smartcar Trigger ${log.message}.`;
	return {
		message,
		description: [ADVICE_BY_CODE.get(body.error), logged].filter(Boolean).join(' '),
	};
}

/**
 * A verification starts no test run, because that would end the listening. The run of the next
 * event reports it.
 */
export function rememberVerification(context: IWebhookFunctions, { body }: WebhookReply): void {
	if ('challenge' in body) recentlyVerified.set(triggerKey(context), true);
}

/**
 * The items that start a test run for a rejected delivery. `execute()` throws their error, so that
 * the editor shows it. Undefined for a verification, which starts no run.
 */
export function rejectionItems(reply: WebhookReply): INodeExecutionData[][] | undefined {
	const rejected = describeRejection(reply);
	return rejected && [[{ json: { rejected } }]];
}

/** Shows hints about the events of a test run. Other executions get none of these. */
export function addTestRunHints(
	this: IExecuteFunctions,
	judgedEvents: JudgedEvent[],
	parameters: TriggerParameters,
): void {
	if (this.getMode() !== 'manual') return;
	for (const judged of judgedEvents) {
		const { event, flags } = judged.accepted;
		// The Smartcar dashboard has the wrong URL.
		if (event.mode === 'LIVE')
			addHint.call(
				this,
				'This live event arrived at the test URL, which answers only while the editor listens. To receive events at any time, publish the workflow and enter the <b>production URL</b> as the callback URI of your webhook in the Smartcar dashboard.',
			);
		if (flags.leftOut !== undefined)
			addHint.call(
				this,
				`This event is shown because you are listening. It would not start the published workflow: ${escapeHtml(flags.leftOut)}.`,
			);
		if (flags.verified)
			addHint.call(
				this,
				'The trigger answered a verification of the test URL. The Smartcar dashboard shows whether it succeeded.',
				'info',
			);
		const unmet = unmetHint(judged, parameters);
		if (unmet !== undefined) addHint.call(this, unmet);
	}
}
