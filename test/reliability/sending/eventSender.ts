import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryAttempt, Simulator } from '../../../simulator/simulator';
import type { JsonObject } from '../../../simulator/json';
import { describeCounts } from '../storedExecutions';
import type { PlannedDelivery } from './deliveryPlan';

const RETRY_AFTER_MS = 500;

/** n8n is down for a minute at most, so after this long without a 2xx response none will come. */
const GIVE_UP_AFTER_MS = 300_000;

/** With this error n8n was down, so it cannot have received the event. */
const CONNECTION_REFUSED = /ECONNREFUSED/;

interface EventSenderOptions {
	simulator: Simulator;
	/** Number of deliveries at the same time, 50 by default. */
	connections?: number;
	/**
	 * The URL for an attempt (1 is the first). Called for each attempt, because a restart may change
	 * the URL.
	 */
	callbackUri: (delivery: PlannedDelivery, attempt: number) => string;
	/**
	 * Called before each attempt. If it returns false, nothing is sent, and the attempt counts as
	 * rejected.
	 */
	isReady?: (callbackUri: string) => Promise<boolean>;
	/** Delays the first attempt of a delivery until the promise resolves. */
	beforeFirstAttempt?: (delivery: PlannedDelivery) => Promise<void>;
	/** Called for each attempt: the event to send in place of the planned one. */
	eventFor?: (delivery: PlannedDelivery) => JsonObject;
}

interface Waiter {
	/** In words, for an error message. */
	condition: string;
	isMet: () => boolean;
	resolve: () => void;
	reject: (error: Error) => void;
}

/** Sends deliveries as Smartcar does: retries each one until the response is 2xx. */
export class EventSender {
	/** Events with at least one 2xx response. */
	readonly acknowledgedEventIds = new Set<string>();
	/** Events that n8n may have received in an attempt without a response. */
	readonly unansweredEventIds = new Set<string>();
	/**
	 * Number of attempts by result: the HTTP status, `none` (no response) or `not ready` (not sent).
	 */
	readonly responses = new Map<string, number>();

	private acknowledgedDeliveries = 0;
	private readonly rejectedDeliveries = new Set<PlannedDelivery>();
	private readonly waiters: Waiter[] = [];
	private hasEnded = false;
	/** Unix ms, of the newest 2xx response. */
	private acknowledgedAt = Date.now();

	constructor(
		private readonly plan: readonly PlannedDelivery[],
		private readonly options: EventSenderOptions,
	) {}

	/**
	 * Sends all deliveries in order. Retries each until its response is 2xx, and gives up when no
	 * delivery got a 2xx response for five minutes. When it has ended, waits whose condition is not
	 * met fail, also those that begin later.
	 */
	async sendAll(): Promise<void> {
		this.acknowledgedAt = Date.now();
		// The connections share the iterator, so each takes the next delivery when it is free.
		const remainingDeliveries = this.plan.values();
		const connections = Array.from({ length: this.options.connections ?? 50 }, async () => {
			for (const delivery of remainingDeliveries) await this.deliver(delivery);
		});
		try {
			await Promise.all(connections);
		} finally {
			this.hasEnded = true;
			for (const { condition, reject } of this.waiters) reject(this.endedBefore(condition));
		}
	}

	/** Waits until `count` deliveries have a 2xx response. */
	async waitForAcknowledged(count: number): Promise<void> {
		await this.waitFor(
			`${count} deliveries were acknowledged`,
			() => this.acknowledgedDeliveries >= count,
		);
	}

	/** Waits until `count` deliveries had an attempt without a 2xx response. */
	async waitForRejected(count: number): Promise<void> {
		await this.waitFor(
			`${count} deliveries were rejected`,
			() => this.rejectedDeliveries.size >= count,
		);
	}

	/** `responses` as text: `3 × 500, 10 × 200`. */
	describeResponses(): string {
		return describeCounts(this.responses);
	}

	private async waitFor(condition: string, isMet: () => boolean): Promise<void> {
		if (isMet()) return;
		if (this.hasEnded) throw this.endedBefore(condition);
		await new Promise<void>((resolve, reject) =>
			this.waiters.push({ condition, isMet, resolve, reject }),
		);
	}

	private endedBefore(condition: string): Error {
		return new Error(`Sending ended before ${condition}: ${this.describeResponses()}`);
	}

	private notifyWaiters(): void {
		for (const { isMet, resolve } of this.waiters) if (isMet()) resolve();
	}

	private async deliver(delivery: PlannedDelivery): Promise<void> {
		await this.options.beforeFirstAttempt?.(delivery);
		for (let attempt = 1; !(await this.sendAttempt(delivery, attempt)); attempt += 1) {
			this.rejectedDeliveries.add(delivery);
			this.notifyWaiters();
			if (Date.now() - this.acknowledgedAt > GIVE_UP_AFTER_MS) return;
			await sleep(RETRY_AFTER_MS);
		}
		this.acknowledgedAt = Date.now();
		this.acknowledgedDeliveries += 1;
		this.notifyWaiters();
	}

	/** Sends one attempt. Returns whether the response was 2xx. */
	private async sendAttempt(delivery: PlannedDelivery, attempt: number): Promise<boolean> {
		const { simulator, isReady, eventFor } = this.options;
		const callbackUri = this.options.callbackUri(delivery, attempt);
		if (isReady && !(await isReady(callbackUri))) {
			this.countResponse('not ready');
			return false;
		}
		const event = eventFor?.(delivery) ?? delivery.event;
		const { attempts } = await simulator.deliveries.deliver(event, { callbackUri, retry: false });
		for (const result of attempts) this.recordResult(delivery, result);
		return attempts.every(({ acknowledged }) => acknowledged);
	}

	private recordResult({ eventId }: PlannedDelivery, result: DeliveryAttempt): void {
		const { status, error, acknowledged } = result;
		this.countResponse(status === null ? 'none' : String(status));
		if (acknowledged) this.acknowledgedEventIds.add(eventId);
		if (status === null && !CONNECTION_REFUSED.test(error ?? ''))
			this.unansweredEventIds.add(eventId);
	}

	private countResponse(response: string): void {
		this.responses.set(response, (this.responses.get(response) ?? 0) + 1);
	}
}
