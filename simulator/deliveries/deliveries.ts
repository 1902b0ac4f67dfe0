import { setTimeout as wait } from 'node:timers/promises';
import type { Fleet } from '../fleet/fleet';
import { isJsonObject, type JsonObject } from '../json';
import type { CallbackAnswer, Sender } from './sender';
import { attemptWaits } from './retrySchedule';
import { sign } from './signature';
import { stampAttempt } from './deliveryMeta';

/** One request to a callback. */
export interface DeliveryAttempt {
	/** null for events that carry none (version 2.0 VERIFY, hand-made bodies). */
	eventId: string | null;
	eventType: string | null;
	deliveryId: string | null;
	url: string;
	/** Which of the copies that were sent at once, from 0. */
	copy: number;
	/** From 1. */
	attempt: number;
	/** Unix ms. */
	sentAt: number;
	durationMs: number;
	/** null when there was no answer. */
	status: number | null;
	body: string;
	/** Why there was no answer. */
	error: string | null;
	/** Any 2xx (spec: delivery guarantees). */
	acknowledged: boolean;
}

export interface DeliveryResult {
	eventId: string | null;
	/** Whether every copy was acknowledged; what was not is dropped for good. */
	delivered: boolean;
	attempts: DeliveryAttempt[];
}

export interface DeliverOptions {
	/** Deliver to a webhook of the fleet, VEHICLE_ERROR to its `errorCallbackUri` if it has one. */
	webhookId?: string;
	/** Deliver to any address. */
	callbackUri?: string;
	/** Send this many copies of the event at once, default 1. */
	copies?: number;
	/** Sign with a key that is not the application management token. */
	forged?: boolean;
	/** Send this text as SC-Signature; null sends none. */
	signature?: string | null;
	/** Send it again by the schedule when it is not acknowledged, default true. */
	retry?: boolean;
}

type AttemptListener = (attempt: DeliveryAttempt) => void;

const FORGER_KEY = 'not-the-application-management-token';

/** Sends events to callbacks: signed, at least once, with the retry schedule; records every attempt. */
export class Deliveries {
	/** Every attempt, in order of its end. */
	readonly attempts: DeliveryAttempt[] = [];
	private readonly listeners = new Set<AttemptListener>();
	private readonly pending = new Set<Promise<unknown>>();

	constructor(
		private readonly fleet: Fleet,
		private readonly sender: Sender,
		private readonly applicationManagementToken: string,
		private readonly timeScale: number,
	) {}

	/** Delivers an event; resolves once every copy is acknowledged or dropped. */
	async deliver(event: JsonObject, options: DeliverOptions): Promise<DeliveryResult> {
		const url = this.addressOf(event, options);
		const copies = Array.from({ length: options.copies ?? 1 }, (_, copy) =>
			this.deliverCopy(event, url, copy, options),
		);
		const work = Promise.all(copies);
		this.pending.add(work);
		const attempts = (await work).flat();
		this.pending.delete(work);
		const acknowledged = new Set(
			attempts.filter((attempt) => attempt.acknowledged).map(({ copy }) => copy),
		);
		return { eventId: eventIdOf(event), delivered: acknowledged.size === copies.length, attempts };
	}

	/** One request with a body as given, signed unless `signature` says otherwise: for what is no event. */
	async deliverRaw(
		body: string | Buffer,
		options: { callbackUri: string; signature?: string | null; contentType?: string },
	): Promise<DeliveryAttempt> {
		const signature = options.signature === undefined ? this.sign(body) : options.signature;
		const sentAt = Date.now();
		const answer = await this.sender.post(
			options.callbackUri,
			body,
			signature,
			options.contentType,
		);
		const about = {
			eventId: null,
			eventType: null,
			deliveryId: null,
			url: options.callbackUri,
			copy: 0,
			attempt: 1,
		};
		return this.record({ ...about, ...resultOf(answer, sentAt) });
	}

	/** The SC-Signature of a body. */
	sign(body: string | Buffer): string {
		return sign(this.applicationManagementToken, body);
	}

	/** Tells of every attempt once it has ended. Returns what ends that. */
	onAttempt(listener: AttemptListener): () => void {
		this.listeners.add(listener);
		return () => this.listeners.delete(listener);
	}

	/** Resolves once nothing is under way or waits for its next attempt. */
	async idle(): Promise<void> {
		while (this.pending.size > 0) await Promise.all(this.pending);
	}

	private async deliverCopy(
		event: JsonObject,
		url: string,
		copy: number,
		options: DeliverOptions,
	): Promise<DeliveryAttempt[]> {
		const attempts: DeliveryAttempt[] = [];
		for (const [index, waitMs] of attemptWaits(this.timeScale, options.retry ?? true).entries()) {
			if (!(await this.pause(waitMs))) break;
			const attempt = await this.attempt(event, url, copy, index + 1, options);
			attempts.push(attempt);
			if (attempt.acknowledged) break;
		}
		return attempts;
	}

	private async attempt(
		event: JsonObject,
		url: string,
		copy: number,
		attempt: number,
		options: DeliverOptions,
	): Promise<DeliveryAttempt> {
		const stamped = stampAttempt(event);
		const body = JSON.stringify(stamped.event);
		const own = options.forged === true ? sign(FORGER_KEY, body) : this.sign(body);
		const sentAt = Date.now();
		const answer = await this.sender.post(
			url,
			body,
			options.signature === undefined ? own : options.signature,
		);
		const { deliveryId } = stamped;
		const about = {
			eventId: eventIdOf(event),
			eventType: eventTypeOf(event),
			deliveryId,
			url,
			copy,
			attempt,
		};
		return this.record({ ...about, ...resultOf(answer, sentAt) });
	}

	/** Waits, unless the simulator closes meanwhile: then false. */
	private async pause(ms: number): Promise<boolean> {
		if (ms > 0) await wait(ms, undefined, { signal: this.sender.closed }).catch(() => undefined);
		return !this.sender.closed.aborted;
	}

	private addressOf(event: JsonObject, { webhookId, callbackUri }: DeliverOptions): string {
		if (callbackUri !== undefined) return callbackUri;
		const webhook = webhookId === undefined ? undefined : this.fleet.webhook(webhookId);
		if (webhook === undefined)
			throw new RangeError("a delivery needs a 'callbackUri' or a known 'webhookId'");
		const isError = eventTypeOf(event) === 'VEHICLE_ERROR';
		return isError ? (webhook.errorCallbackUri ?? webhook.callbackUri) : webhook.callbackUri;
	}

	private record(attempt: DeliveryAttempt): DeliveryAttempt {
		this.attempts.push(attempt);
		for (const listener of this.listeners) listener(attempt);
		return attempt;
	}
}

function resultOf(answer: CallbackAnswer, sentAt: number) {
	const { status, body, error } = answer;
	const acknowledged = status !== null && status >= 200 && status < 300;
	return { sentAt, durationMs: Date.now() - sentAt, status, body, error, acknowledged };
}

function eventIdOf(event: JsonObject): string | null {
	if (typeof event.eventId === 'string') return event.eventId;
	const { payload } = event;
	return isJsonObject(payload) && typeof payload.eventId === 'string' ? payload.eventId : null;
}

function eventTypeOf(event: JsonObject): string | null {
	const type = event.eventType ?? event.eventName;
	return typeof type === 'string' ? type : null;
}
