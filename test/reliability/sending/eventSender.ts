import { setTimeout as pause } from 'node:timers/promises';
import type { DeliveryAttempt, Simulator } from '../../../simulator/simulator';
import type { JsonObject } from '../../../simulator/json';
import type { PlannedDelivery } from './deliveryPlan';

const RETRY_AFTER_MS = 500;

/** n8n was down and cannot have received the event. */
const NOT_CONNECTED = /ECONNREFUSED/;

export interface EventSenderOptions {
	simulator: Simulator;
	/** Deliveries at the same time, 50 by default. */
	connections?: number;
	/** Where to send an attempt, counted from 1. Asked for each attempt, because a restart may change the address. */
	callbackUri: (delivery: PlannedDelivery, attempt: number) => string;
	/** Asked before each attempt. If it is false, the attempt is not sent and counts as rejected. Always true by default. */
	isReady?: (callbackUri: string) => Promise<boolean>;
	/** Awaited before the first attempt of a delivery. */
	beforeFirstAttempt?: (delivery: PlannedDelivery) => Promise<void>;
	/** The event to send in this attempt. By default the planned one. */
	eventFor?: (delivery: PlannedDelivery) => JsonObject;
}

/** Sends deliveries as Smartcar does: repeats each of them until the response is 2xx. */
export class EventSender {
	/** Events with at least one 2xx response. */
	readonly acknowledgedEventIds = new Set<string>();
	/** Events with an attempt that got no response although n8n may have received it. */
	readonly unansweredEventIds = new Set<string>();
	/** Number of attempts by response: the status, `none`, or `not ready` for attempts that were not sent. */
	readonly responses = new Map<string, number>();

	private finished = 0;
	private readonly rejected = new Set<PlannedDelivery>();
	private readonly waiting: Array<{ condition: () => boolean; resolve: () => void }> = [];

	constructor(
		private readonly plan: readonly PlannedDelivery[],
		private readonly options: EventSenderOptions,
	) {}

	/** Sends all deliveries in order, until each of them has a 2xx response. */
	async sendAll(): Promise<void> {
		const queue = this.plan.values();
		const connections = Array.from({ length: this.options.connections ?? 50 }, async () => {
			for (const delivery of queue) await this.deliver(delivery);
		});
		await Promise.all(connections);
	}

	/** Waits until `count` deliveries have a 2xx response. */
	async waitForAcknowledged(count: number): Promise<void> {
		await this.waitFor(() => this.finished >= count);
	}

	/** Waits until an attempt of `count` deliveries had another response, or none. */
	async waitForRejected(count: number): Promise<void> {
		await this.waitFor(() => this.rejected.size >= count);
	}

	/** The number of attempts by response, as text: `3 × 500, 10 × 200`. */
	describeResponses(): string {
		return [...this.responses].map(([response, count]) => `${count} × ${response}`).join(', ');
	}

	private async waitFor(condition: () => boolean): Promise<void> {
		if (condition()) return;
		await new Promise<void>((resolve) => this.waiting.push({ condition, resolve }));
	}

	private resolveWaiting(): void {
		for (const { condition, resolve } of this.waiting) if (condition()) resolve();
	}

	private async deliver(delivery: PlannedDelivery): Promise<void> {
		await this.options.beforeFirstAttempt?.(delivery);
		for (let attempt = 1; !(await this.isAcknowledged(delivery, attempt)); attempt += 1) {
			this.rejected.add(delivery);
			this.resolveWaiting();
			await pause(RETRY_AFTER_MS);
		}
		this.finished += 1;
		this.resolveWaiting();
	}

	/** Sends one attempt. Resolves to whether the response was 2xx. */
	private async isAcknowledged(delivery: PlannedDelivery, number: number): Promise<boolean> {
		const { simulator, isReady, eventFor } = this.options;
		const callbackUri = this.options.callbackUri(delivery, number);
		if (isReady && !(await isReady(callbackUri))) {
			this.countResponse('not ready');
			return false;
		}
		const event = eventFor?.(delivery) ?? delivery.event;
		const { attempts } = await simulator.deliveries.deliver(event, { callbackUri, retry: false });
		for (const attempt of attempts) this.record(delivery, attempt);
		return attempts.every(({ acknowledged }) => acknowledged);
	}

	private record({ eventId }: PlannedDelivery, attempt: DeliveryAttempt): void {
		const { status, error, acknowledged } = attempt;
		this.countResponse(status === null ? 'none' : String(status));
		if (acknowledged) this.acknowledgedEventIds.add(eventId);
		if (status === null && !NOT_CONNECTED.test(error ?? '')) this.unansweredEventIds.add(eventId);
	}

	private countResponse(response: string): void {
		this.responses.set(response, (this.responses.get(response) ?? 0) + 1);
	}
}
