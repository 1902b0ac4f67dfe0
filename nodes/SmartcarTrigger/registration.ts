import { NodeApiError, OperationalError } from 'n8n-workflow';
import type { IHookFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { causeMessage } from './causeMessage';
import { resolveHost } from '../shared/hosts';
import { singleLine } from './singleLine';
import { isPublicUrl } from './publicUrl';
import { logName } from './log';
import { parameterSchemas } from './parameterSchema';

const CREDENTIAL = 'smartcarApplicationApi';
const TIMEOUT_MS = 10_000;
const PAGE_SIZE = 100;

/** A limit, in case Smartcar always announces a next page. */
const MAX_PAGES = 50;

const webhookListSchema = z.object({
	data: z.array(
		z.object({
			attributes: z.object({
				name: z.string().nullish(),
				callbackUri: z.string().nullish(),
				errorCallbackUri: z.string().nullish(),
				isEnabled: z.boolean().nullish(),
			}),
		}),
	),
	links: z.object({ next: z.string().nullish() }).nullish(),
});

type Webhooks = z.infer<typeof webhookListSchema>['data'];
type Webhook = Webhooks[number];

async function readPage(
	this: IHookFunctions,
	query: Record<string, string>,
	page: number,
): Promise<z.infer<typeof webhookListSchema>> {
	const credential = await this.getCredentials(CREDENTIAL);
	const response: unknown = await this.helpers.httpRequestWithAuthentication.call(
		this,
		CREDENTIAL,
		{
			url: `${resolveHost(credential, 'managementUrl')}/webhooks`,
			qs: { ...query, 'page[number]': page, 'page[size]': PAGE_SIZE },
			json: true,
			timeout: TIMEOUT_MS,
			sendCredentialsOnCrossOriginRedirect: false,
		},
	);
	const parsed = webhookListSchema.safeParse(response);
	if (parsed.success) return parsed.data;
	throw new OperationalError(
		'the response is not a list of webhooks. A proxy, a gateway or a login page may have responded',
	);
}

async function listWebhooks(
	this: IHookFunctions,
	query: Record<string, string>,
): Promise<Webhooks> {
	const webhooks: Webhooks = [];
	for (let page = 1; page <= MAX_PAGES; page++) {
		const { data, links } = await readPage.call(this, query, page);
		webhooks.push(...data);
		if (data.length === 0 || !links?.next) break;
	}
	return webhooks;
}

interface WebhooksOfTrigger {
	/** They deliver to the production URL of the trigger. */
	matching: Webhooks;
	/** They deliver to another URL of the trigger, such as its test URL. */
	misdirected: Webhooks;
}

/** The end of the path, which the test URL and the production URL of a trigger share. */
const pathEnd = (url: string) => `/${new URL(url).pathname.split('/').slice(-2).join('/')}`;

const urisOf = ({ attributes }: Webhook) => [attributes.callbackUri, attributes.errorCallbackUri];

const isEnabled = ({ attributes }: Webhook) => attributes.isEnabled !== false;

/**
 * Which events the enabled ones of these webhooks deliver to a URL. Vehicle errors go to the error
 * callback URI, if the webhook has one.
 */
function deliveredEvents(webhooks: Webhooks, url: string) {
	const enabled = webhooks.filter(isEnabled).map(({ attributes }) => attributes);
	return {
		errors: enabled.some(
			({ callbackUri, errorCallbackUri }) => (errorCallbackUri || callbackUri) === url,
		),
		others: enabled.some(({ callbackUri }) => callbackUri === url),
	};
}

/**
 * Finds the application's webhooks that deliver to the trigger. Smartcar's filter matches parts of
 * a callback URI, and it has none for the error callback URI.
 * See docs/contributing/smartcar-api.md#webhooks-and-subscriptions.
 */
async function findWebhooks(this: IHookFunctions, url: string): Promise<WebhooksOfTrigger> {
	const filtered = await listWebhooks.call(this, { 'filter[callbackUri]': url });
	const matching = filtered.filter((webhook) => urisOf(webhook).includes(url));
	const delivered = deliveredEvents(matching, url);
	if (delivered.errors && delivered.others) return { matching, misdirected: [] };
	const all = await listWebhooks.call(this, {});
	const end = pathEnd(url);
	return {
		matching: all.filter((webhook) => urisOf(webhook).includes(url)),
		misdirected: all.filter((webhook) =>
			urisOf(webhook).some((uri) => uri?.endsWith(end) && uri !== url),
		),
	};
}

const nameOf = ({ attributes: { name } }: Webhook) =>
	name ? `the webhook '${singleLine(name)}'` : 'a webhook';

function wrongUrlProblem(webhook: Webhook, url: string): string {
	const isTestUrl = urisOf(webhook).some((uri) => uri?.includes('/webhook-test/'));
	const target = isTestUrl
		? 'the test URL of this trigger, which answers only while the editor listens'
		: 'another URL of this trigger';
	return `${nameOf(webhook)} delivers to ${target}. Enter ${url} as its callback URI in the Smartcar dashboard`;
}

/** Why Smartcar does not deliver to the trigger, as sentences for the log. Empty if it does. */
function registrationProblems(url: string, { matching, misdirected }: WebhooksOfTrigger): string[] {
	if (matching.some(isEnabled)) return [];
	if (matching.length > 0)
		return matching.map((webhook) => `${nameOf(webhook)} is disabled in the Smartcar dashboard`);
	if (misdirected.length > 0) return misdirected.map((webhook) => wrongUrlProblem(webhook, url));
	return [
		`no webhook of the application delivers to ${url}. Enter it as the callback URI of a webhook in the Smartcar dashboard`,
	];
}

function describeRegistration({ errors, others }: ReturnType<typeof deliveredEvents>): string {
	if (!others) return 'error callback URI of a webhook, so it gets only vehicle errors';
	const exception = errors ? '' : ', but vehicle errors go to another URL';
	return `callback URI of a webhook${exception}`;
}

/**
 * Looks up the webhooks of the application, and writes to the log whether one of them delivers
 * events that the trigger is for.
 */
async function logRegistration(this: IHookFunctions, url: string): Promise<void> {
	const webhooks = await findWebhooks.call(this, url);
	const problems = registrationProblems(url, webhooks);
	for (const problem of problems)
		this.logger.warn(`${logName(this)} will get no events: ${problem}`);
	if (problems.length > 0) return;
	const delivered = deliveredEvents(webhooks.matching, url);
	const registration = describeRegistration(delivered);
	const events = parameterSchemas.events.parse(this.getNodeParameter('events', []));
	if (events.some((event) => (event === 'VEHICLE_ERROR' ? delivered.errors : delivered.others)))
		this.logger.info(`${logName(this)} is registered as ${registration}`);
	else
		this.logger.warn(
			`${logName(this)} will get none of the events in 'Events': it is registered as ${registration}. Check both URIs of the webhook in the Smartcar dashboard`,
		);
}

/**
 * Writes to the log, when the workflow is activated, why events will not arrive: the production URL
 * is not public or, if *Check Registration* is on, no webhook of the application delivers to it.
 * Never throws, because Smartcar may be down while the workflow is activated.
 */
export async function checkRegistration(this: IHookFunctions): Promise<void> {
	const url = this.getNodeWebhookUrl('default');
	if (!url || this.getMode() === 'manual') return;
	try {
		const checksRegistration = this.getNodeParameter('options.checkRegistration', false) === true;
		if (!isPublicUrl(url)) {
			const notChecked = checksRegistration ? '. The registration was not checked' : '';
			this.logger.warn(
				`Smartcar delivers only to public HTTPS URLs. n8n uses ${url} as the URL of ${logName(this)}. Set the environment variable N8N_WEBHOOK_URL to the public URL of n8n${notChecked}`,
			);
		} else if (checksRegistration) await logRegistration.call(this, url);
	} catch (cause) {
		const status =
			cause instanceof NodeApiError && cause.httpCode ? ` (HTTP ${cause.httpCode})` : '';
		const reason = singleLine(causeMessage(cause));
		this.logger.warn(`${logName(this)} could not look up its webhook: ${reason}${status}`);
	}
}
