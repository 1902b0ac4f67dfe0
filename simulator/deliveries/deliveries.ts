import { setTimeout as wait } from 'node:timers/promises';
import type { Fleet } from '../fleet/fleet';
import type { JsonObject } from '../json';
import { withNewDeliveryMeta } from './deliveryMeta';
import { waitsBeforeAttempts } from './retrySchedule';
import type { CallbackSender } from './callbackSender';
import { sign } from './signature';

/** One request to a callback. */
export interface DeliveryAttempt {
	/** Null for bodies sent with `deliverRaw`, and for events without one. */
	eventId: string | null;
	eventType: string | null;
	url: string;
	/** Number of the attempt, from 1. */
	attempt: number;
	/** Unix ms. */
	sentAt: number;
	durationMs: number;
	/** Null without a response. */
	status: number | null;
	/** Empty without a response. */
	responseBody: string;
	/** Why there was no response. */
	error: string | null;
	/** Whether the response was a 2xx. */
	acknowledged: boolean;
}

export interface DeliverOptions {
	/** The webhook of the fleet to deliver to. */
	webhookId?: string;
	/** The URL to deliver to, in place of that of the webhook. */
	callbackUri?: string;
	/** Number of copies of the event that are sent at once, default 1. */
	copies?: number;
	/** Sign with a key that is not the application management token. */
	forged?: boolean;
	/** Retry until the event is acknowledged or the retry schedule ends, default true. */
	retry?: boolean;
}

type AttemptListener = (attempt: DeliveryAttempt) => void;

/** What is known of an attempt before it is sent. */
type AttemptIdentity = Pick<DeliveryAttempt, 'eventId' | 'eventType' | 'attempt'>;

const FORGED_KEY = 'not-the-application-management-token';

/**
 * Delivers signed events to callbacks, each until it is acknowledged or the service's retry
 * schedule ends.
 */
export class Deliveries {
	private readonly listeners = new Set<AttemptListener>();
	private readonly pending = new Set<Promise<unknown>>();

	constructor(
		private readonly fleet: Fleet,
		private readonly sender: CallbackSender,
		private readonly applicationManagementToken: string,
		private readonly timeScale: number,
	) {}

	/**
	 * Delivers an event. Resolves when every copy is acknowledged or dropped.
	 * @returns the attempts of all copies
	 * @throws RangeError without a `callbackUri` or a known `webhookId`
	 */
	async deliver(
		event: JsonObject,
		options: DeliverOptions,
	): Promise<{ attempts: DeliveryAttempt[] }> {
		const url = this.callbackOf(options);
		const copies = Array.from({ length: options.copies ?? 1 }, () =>
			this.deliverCopy(event, url, options),
		);
		return { attempts: (await this.track(Promise.all(copies))).flat() };
	}

	/** Sends any body once. By default its signature is valid; with `null` it has none. */
	async deliverRaw(
		body: string | Buffer,
		options: { callbackUri: string; signature?: string | null; contentType?: string },
	): Promise<DeliveryAttempt> {
		const { callbackUri, signature = this.sign(body), contentType } = options;
		const identity = { eventId: null, eventType: null, attempt: 1 };
		return await this.track(this.send(identity, callbackUri, body, signature, contentType));
	}

	/** The SC-Signature of a body. */
	sign(body: string | Buffer): string {
		return sign(body, this.applicationManagementToken);
	}

	/** Calls the listener after every attempt. Returns the function that removes it. */
	onAttempt(listener: AttemptListener): () => void {
		this.listeners.add(listener);
		return () => this.listeners.delete(listener);
	}

	/** Resolves with the next attempt to deliver the event. */
	async nextAttempt(eventId: string): Promise<DeliveryAttempt> {
		return await new Promise((resolve) => {
			const stop = this.onAttempt((attempt) => {
				if (attempt.eventId !== eventId) return;
				stop();
				resolve(attempt);
			});
		});
	}

	/** Resolves when all deliveries have ended, also their retries. */
	async idle(): Promise<void> {
		while (this.pending.size > 0) await Promise.all(this.pending);
	}

	private async deliverCopy(
		event: JsonObject,
		url: string,
		options: DeliverOptions,
	): Promise<DeliveryAttempt[]> {
		const attempts: DeliveryAttempt[] = [];
		const waits = waitsBeforeAttempts(this.timeScale, options.retry ?? true);
		for (const [index, waitMs] of waits.entries()) {
			if (!(await this.waitUnlessClosed(waitMs))) break;
			const attempt = await this.sendAttempt(event, url, index + 1, options);
			attempts.push(attempt);
			if (attempt.acknowledged) break;
		}
		return attempts;
	}

	private async sendAttempt(
		original: JsonObject,
		url: string,
		attempt: number,
		options: DeliverOptions,
	): Promise<DeliveryAttempt> {
		const event = withNewDeliveryMeta(original);
		const body = JSON.stringify(event);
		const signature = options.forged === true ? sign(body, FORGED_KEY) : this.sign(body);
		const identity = {
			eventId: textOrNull(event.eventId),
			eventType: textOrNull(event.eventType),
			attempt,
		};
		return await this.send(identity, url, body, signature);
	}

	private async send(
		identity: AttemptIdentity,
		url: string,
		body: string | Buffer,
		signature: string | null,
		contentType?: string,
	): Promise<DeliveryAttempt> {
		const sentAt = Date.now();
		const response = await this.sender.post(url, body, signature, contentType);
		const { status, error } = response;
		const attempt = {
			...identity,
			url,
			sentAt,
			durationMs: Date.now() - sentAt,
			status,
			responseBody: response.body,
			error,
			acknowledged: status !== null && status >= 200 && status < 300,
		};
		for (const listener of this.listeners) listener(attempt);
		return attempt;
	}

	/** Makes `idle` wait for a delivery. */
	private async track<T>(delivery: Promise<T>): Promise<T> {
		this.pending.add(delivery);
		try {
			return await delivery;
		} finally {
			this.pending.delete(delivery);
		}
	}

	/** Returns false if the simulator was closed meanwhile. */
	private async waitUnlessClosed(ms: number): Promise<boolean> {
		if (ms > 0) await wait(ms, undefined, { signal: this.sender.closed }).catch(() => undefined);
		return !this.sender.closed.aborted;
	}

	private callbackOf({ webhookId, callbackUri }: DeliverOptions): string {
		if (callbackUri !== undefined) return callbackUri;
		const webhook = webhookId === undefined ? undefined : this.fleet.webhook(webhookId);
		if (webhook === undefined)
			throw new RangeError("a delivery needs a 'callbackUri' or a known 'webhookId'");
		return webhook.callbackUri;
	}
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);
