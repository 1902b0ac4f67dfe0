import { randomBytes, randomUUID } from 'node:crypto';
import type { Sender } from '../deliveries/sender';
import { sign } from '../deliveries/signature';
import { defaultData, defaultTriggers } from '../events/eventBuilder';
import { verifyEvent } from '../events/verify';
import type { Fleet } from '../fleet/fleet';
import type { Webhook } from '../fleet/types';
import { isJsonObject } from '../json';
import { signalDefinition } from '../signals/signalCatalog';
import type { Notifier } from './eventPublisher';
import type { Subscriptions } from './subscriptions';

export interface NewWebhook {
	name: string;
	callbackUri: string;
	/** Without it errors go to `callbackUri`. */
	errorCallbackUri?: string;
	/** Subscribe all cars, present and future; default false. */
	autoSubscribe?: boolean;
	/** Default true. */
	isEnabled?: boolean;
	/** Default false: nothing is sent before VERIFY was answered rightly. */
	isVerified?: boolean;
	/** Signal codes; default: tires, state of charge, charging, locked. */
	triggers?: string[];
	/** Signal codes; default: the triggers, odometer, location, wattage. */
	data?: string[];
}

export interface Verification {
	verified: boolean;
	/** null when there was no answer. */
	status: number | null;
	body: string;
	/** Why it was not verified. */
	reason: string | null;
}

/** What the dashboard does with webhooks: make, verify, switch on and off. No API has these. */
export class Webhooks {
	constructor(
		private readonly fleet: Fleet,
		private readonly subscriptions: Subscriptions,
		private readonly notifier: Notifier,
		private readonly sender: Sender,
		private readonly applicationManagementToken: string,
	) {
		subscriptions.onCreated((subscription) => notifier.sendInitial(subscription));
	}

	/** Makes a webhook. It receives events once it is verified. */
	create(wanted: NewWebhook): Webhook {
		const { triggers = defaultTriggers, data = defaultData } = wanted;
		for (const code of [...triggers, ...data]) signalDefinition(code);
		const webhook: Webhook = {
			id: this.fleet.ids.webhook.uuid(),
			name: wanted.name,
			callbackUri: wanted.callbackUri,
			errorCallbackUri: wanted.errorCallbackUri ?? null,
			isEnabled: wanted.isEnabled ?? true,
			autoSubscribe: wanted.autoSubscribe ?? false,
			isVerified: wanted.isVerified ?? false,
			triggers: [...triggers],
			data: [...data],
			createdAt: Date.now(),
		};
		this.fleet.webhooks.push(webhook);
		if (webhook.autoSubscribe) this.subscriptions.addAll(webhook);
		return webhook;
	}

	/**
	 * Sends VERIFY, unsigned as the service does, and judges the answer: 200, JSON, the challenge's HMAC (spec:
	 * VERIFY). A webhook that passes gets the first delivery of each subscription.
	 */
	async verify(
		webhookId: string,
		options: { legacy?: boolean; uuidChallenge?: boolean } = {},
	): Promise<Verification> {
		const webhook = this.known(webhookId);
		const challenge =
			options.legacy === true || options.uuidChallenge === true ? randomUUID() : randomChallenge();
		const shape =
			options.legacy === true
				? 'legacy'
				: options.uuidChallenge === true
					? 'integerTime'
					: 'current';
		const event = verifyEvent(webhook, challenge, shape);
		const { status, body, contentType, error } = await this.sender.post(
			webhook.callbackUri,
			JSON.stringify(event),
			null,
		);
		const expected = sign(this.applicationManagementToken, challenge);
		const reason = error ?? objection(status, contentType, body, expected);
		webhook.isVerified = reason === null;
		if (webhook.isVerified) this.sendInitial(webhook);
		return { verified: webhook.isVerified, status, body, reason };
	}

	/** Switches a webhook. What happens while it is off is lost; then each car's next event is its first delivery. */
	setEnabled(webhookId: string, isEnabled: boolean): void {
		const webhook = this.known(webhookId);
		webhook.isEnabled = isEnabled;
		if (isEnabled) return;
		for (const subscription of this.fleet.subscriptions) {
			if (subscription.webhookId === webhookId) subscription.isInitialDeliveryPending = true;
		}
	}

	private sendInitial(webhook: Webhook): void {
		for (const subscription of this.fleet.subscriptions) {
			if (subscription.webhookId === webhook.id) this.notifier.sendInitial(subscription);
		}
	}

	private known(id: string): Webhook {
		const webhook = this.fleet.webhook(id);
		if (webhook === undefined) throw new RangeError(`there is no webhook ${id}`);
		return webhook;
	}
}

/** Sixteen alphanumerics, as live challenges are. */
function randomChallenge(): string {
	return randomBytes(32)
		.toString('base64')
		.replace(/[^A-Za-z0-9]/g, '')
		.slice(0, 16);
}

function objection(
	status: number | null,
	contentType: string,
	body: string,
	expected: string,
): string | null {
	if (status !== 200) return `answered ${status}, not 200`;
	if (!/^application\/json\b/i.test(contentType))
		return `answered as '${contentType}', not application/json`;
	let answer: unknown;
	try {
		answer = JSON.parse(body);
	} catch {
		return 'the answer is not JSON';
	}
	if (!isJsonObject(answer) || typeof answer.challenge !== 'string')
		return "the answer has no 'challenge'";
	return answer.challenge === expected ? null : "the answer's 'challenge' is not the expected HMAC";
}
