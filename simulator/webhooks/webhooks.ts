import { randomBytes, randomUUID } from 'node:crypto';
import type { CallbackResponse, CallbackSender } from '../deliveries/callbackSender';
import { sign } from '../deliveries/signature';
import { defaultData, defaultTriggers } from '../events/eventBuilder';
import { verifyEvent } from '../events/verifyEvent';
import type { Fleet } from '../fleet/fleet';
import type { Webhook } from '../fleet/types';
import { isJsonObject } from '../json';
import { signalDefinition } from '../signals/signalCatalog';
import type { EventPublisher } from './eventPublisher';
import type { Subscriptions } from './subscriptions';

export interface NewWebhook {
	name: string;
	callbackUri: string;
	/** Where vehicle errors go; default: `callbackUri`. */
	errorCallbackUri?: string;
	/** Subscribe all vehicles, also those that are connected later; default false. */
	autoSubscribe?: boolean;
	/**
	 * Codes of the signals whose change causes an event; default: tires, state of charge, charging,
	 * locked.
	 */
	triggers?: string[];
	/** Codes of the signals in each event; default: the triggers, odometer, location, wattage. */
	data?: string[];
}

interface Verification {
	verified: boolean;
	/** Why the callback was not verified. */
	reason: string | null;
}

/**
 * Creates, verifies, enables and disables webhooks, as the Smartcar dashboard does. The API cannot
 * do this.
 */
export class Webhooks {
	constructor(
		private readonly fleet: Fleet,
		private readonly subscriptions: Subscriptions,
		private readonly eventPublisher: EventPublisher,
		private readonly sender: CallbackSender,
		private readonly applicationManagementToken: string,
	) {
		subscriptions.onCreated((subscription) => eventPublisher.publishFirstDelivery(subscription));
	}

	/**
	 * Creates a webhook. It gets events once it is verified.
	 * @throws RangeError for an unknown signal code
	 */
	create(options: NewWebhook): Webhook {
		const { triggers = defaultTriggers, data = defaultData } = options;
		for (const code of [...triggers, ...data]) signalDefinition(code);
		const webhook: Webhook = {
			id: this.fleet.ids.webhook.uuid(),
			name: options.name,
			callbackUri: options.callbackUri,
			errorCallbackUri: options.errorCallbackUri ?? null,
			isEnabled: true,
			autoSubscribe: options.autoSubscribe ?? false,
			isVerified: false,
			verificationFailure: null,
			triggers: [...triggers],
			data: [...data],
			createdAt: Date.now(),
		};
		this.fleet.webhooks.push(webhook);
		if (webhook.autoSubscribe) this.subscriptions.addAll(webhook);
		return webhook;
	}

	/**
	 * Sends VERIFY, unsigned as the service does, and checks the response: status 200, JSON, and the
	 * HMAC of the challenge. A webhook that passes gets the first delivery of each of its
	 * subscriptions. See docs/contributing/smartcar-api.md#verification.
	 * @param options.legacy whether to send VERIFY of version 2.0
	 * @throws RangeError for an unknown webhook
	 */
	async verify(
		webhookId: string,
		{ legacy = false }: { legacy?: boolean } = {},
	): Promise<Verification> {
		const webhook = this.requireWebhook(webhookId);
		const challenge = legacy ? randomUUID() : randomChallenge();
		const event = verifyEvent(webhook, challenge, legacy);
		const response = await this.sender.post(webhook.callbackUri, JSON.stringify(event), null);
		const reason = verificationFailure(response, sign(challenge, this.applicationManagementToken));
		webhook.isVerified = reason === null;
		webhook.verificationFailure = reason;
		if (webhook.isVerified) this.publishFirstDeliveries(webhook);
		return { verified: webhook.isVerified, reason };
	}

	/**
	 * Enables or disables a webhook. Events are lost while it is disabled; afterward the next event
	 * of each vehicle is a first delivery.
	 * @throws RangeError for an unknown webhook
	 */
	setEnabled(webhookId: string, isEnabled: boolean): void {
		const webhook = this.requireWebhook(webhookId);
		webhook.isEnabled = isEnabled;
		if (isEnabled) return;
		for (const subscription of this.fleet.subscriptions) {
			if (subscription.webhookId === webhookId) subscription.isFirstDeliveryPending = true;
		}
	}

	private publishFirstDeliveries(webhook: Webhook): void {
		for (const subscription of this.fleet.subscriptions) {
			if (subscription.webhookId === webhook.id)
				this.eventPublisher.publishFirstDelivery(subscription);
		}
	}

	private requireWebhook(id: string): Webhook {
		const webhook = this.fleet.webhook(id);
		if (webhook === undefined) throw new RangeError(`there is no webhook ${id}`);
		return webhook;
	}
}

/** Sixteen alphanumeric characters, as in observed VERIFY events. */
function randomChallenge(): string {
	return randomBytes(32)
		.toString('base64')
		.replace(/[^A-Za-z0-9]/g, '')
		.slice(0, 16);
}

/** Why a response to VERIFY is not accepted; null when it is. */
function verificationFailure(
	{ status, contentType, body, error }: CallbackResponse,
	expectedChallenge: string,
): string | null {
	if (error !== null) return error;
	if (status !== 200) return `the response has status ${status}, not 200`;
	if (!/^application\/json\b/i.test(contentType))
		return `the response has content type '${contentType}', not application/json`;
	let response: unknown;
	try {
		response = JSON.parse(body);
	} catch {
		return 'the response is not JSON';
	}
	if (!isJsonObject(response) || typeof response.challenge !== 'string')
		return "the response has no 'challenge'";
	return response.challenge === expectedChallenge
		? null
		: "the response's 'challenge' is not the expected HMAC";
}
