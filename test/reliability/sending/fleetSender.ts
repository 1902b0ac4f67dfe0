import type { Random } from '../../../simulator/random';
import type { SignedRequest } from '../../../simulator/simulator';
import type { HttpResponse } from './httpClient';
import type { FleetEvent } from './fleetEvents';

/** How long Smartcar waits before it sends an event for the second, third and fourth time. */
const RETRY_WAITS_MS = [25_000, 50_000, 100_000];

/** When a copy of an acknowledged event comes: with one of the attempts that Smartcar makes if it gets no response. */
const COPY_DELAYS_MS = [25_000, 75_000, 175_000];

/** How often events are sent. */
const TICK_MS = 10;

export interface FleetSenderOptions {
	/** Creates a new event. */
	nextEvent: () => FleetEvent;
	toRequest: (event: FleetEvent) => SignedRequest;
	/** The trigger's production URL on each process that receives webhooks. Each attempt goes to the next one. */
	urls: readonly string[];
	/** Sends a request. Never rejects. */
	post: (url: string, request: SignedRequest) => Promise<HttpResponse>;
	/** How many requests are sent at the same time at most. */
	connections: number;
	/** The share of events that come twice, 0 to 1. */
	copies: number;
	/** Factor for the waits between two attempts, and before a copy. */
	timeScale: number;
	random: Random;
	now?: () => number;
	sleep: (milliseconds: number) => Promise<void>;
}

interface Delivery {
	event: FleetEvent;
	/** Which URL gets the next attempt. */
	urlIndex: number;
	/** Number of the attempt, from 1. */
	attempt: number;
	readyAt: number;
}

/** A response, or the end of a wait for one. */
export interface Attempt {
	/** Null without a response. */
	status: number | null;
	/** Milliseconds of the sender's clock. */
	sentAt: number;
	durationMs: number;
}

/**
 * Sends the events of a fleet at a given rate, whether n8n keeps up or not, and retries them as Smartcar does. If all
 * connections are in use, events wait here.
 */
export class FleetSender {
	readonly attempts: Attempt[] = [];
	/** All events so far, by ID. */
	readonly events = new Map<string, FleetEvent>();
	/** Events with at least one 2xx response. */
	readonly acknowledgedEventIds = new Set<string>();
	/** Number of copies of events that were sent. */
	copiesSent = 0;
	/** Number of deliveries without a 2xx response to the last attempt. */
	abandoned = 0;
	/** The longest time that a delivery waited for a free connection. */
	longestWaitMs = 0;

	/** Deliveries that wait for a free connection. */
	private readonly waiting: Array<() => void> = [];
	private readonly missed: FleetEvent[] = [];
	private readonly inProgress = new Set<Promise<void>>();
	private activeRequests = 0;
	private nextUrlIndex = 0;
	private readonly now: () => number;

	constructor(private readonly options: FleetSenderOptions) {
		this.now = options.now ?? (() => performance.now());
	}

	/** Sends new events at this rate. */
	async send(seconds: number, eventsPerSecond: number): Promise<void> {
		await this.repeat(seconds, eventsPerSecond, () => this.sendNew(this.createEvent()));
	}

	/** The receiver cannot be reached: events happen at this rate, and none arrives. */
	async missEvents(seconds: number, eventsPerSecond: number): Promise<void> {
		await this.repeat(seconds, eventsPerSecond, () => this.missed.push(this.createEvent()));
	}

	/** Sends new events at this rate, and beside them the missed ones, evenly over the time. */
	async sendWithMissed(seconds: number, eventsPerSecond: number): Promise<void> {
		const missedPerSecond = this.missed.length / seconds;
		const sendMissed = this.repeat(seconds, missedPerSecond, () => {
			const event = this.missed.shift();
			if (event) this.sendNew(event);
		});
		await Promise.all([this.send(seconds, eventsPerSecond), sendMissed]);
		for (const event of this.missed.splice(0)) this.sendNew(event);
	}

	/** Waits until every event and copy has its 2xx response, or has had its last attempt. */
	async finish(): Promise<void> {
		while (this.inProgress.size > 0) await Promise.all(this.inProgress);
	}

	/** Calls `action` that many times a second. */
	private async repeat(seconds: number, perSecond: number, action: () => void): Promise<void> {
		const startedAt = this.now();
		let done = 0;
		for (;;) {
			const elapsed = Math.min((this.now() - startedAt) / 1000, seconds);
			for (; done < Math.round(elapsed * perSecond); done += 1) action();
			if (elapsed >= seconds) return;
			await this.options.sleep(TICK_MS);
		}
	}

	private createEvent(): FleetEvent {
		const event = this.options.nextEvent();
		this.events.set(event.eventId, event);
		return event;
	}

	private sendNew(event: FleetEvent): void {
		const { copies, random, timeScale } = this.options;
		const urlIndex = this.nextUrlIndex++;
		this.track(this.deliver({ event, urlIndex, attempt: 1, readyAt: this.now() }));
		if (!random.chance(copies)) return;
		this.copiesSent += 1;
		const delayMs = random.pick(COPY_DELAYS_MS) * timeScale;
		this.track(this.deliverLater({ event, urlIndex: urlIndex + 1, attempt: 1 }, delayMs));
	}

	private track(work: Promise<void>): void {
		const tracked = work.finally(() => this.inProgress.delete(tracked));
		this.inProgress.add(tracked);
	}

	private async deliverLater(delivery: Omit<Delivery, 'readyAt'>, delayMs: number): Promise<void> {
		await this.options.sleep(delayMs);
		await this.deliver({ ...delivery, readyAt: this.now() });
	}

	/** Waits for a free connection, and sends an attempt. */
	private async deliver(delivery: Delivery): Promise<void> {
		if (this.activeRequests >= this.options.connections)
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		else this.activeRequests += 1;
		this.longestWaitMs = Math.max(this.longestWaitMs, this.now() - delivery.readyAt);
		const isAcknowledged = await this.sendAttempt(delivery);
		this.releaseConnection();
		if (isAcknowledged) return;

		const { event, urlIndex, attempt } = delivery;
		const waitMs = RETRY_WAITS_MS[attempt - 1];
		if (waitMs === undefined) {
			this.abandoned += 1;
			return;
		}
		await this.deliverLater(
			{ event, urlIndex: urlIndex + 1, attempt: attempt + 1 },
			waitMs * this.options.timeScale,
		);
	}

	/** Hands the connection to the next delivery that waits. */
	private releaseConnection(): void {
		const next = this.waiting.shift();
		if (next) next();
		else this.activeRequests -= 1;
	}

	private async sendAttempt({ event, urlIndex }: Delivery): Promise<boolean> {
		const { urls, post, toRequest } = this.options;
		const request = toRequest(event);
		const sentAt = this.now();
		const { status } = await post(urls[urlIndex % urls.length] ?? '', request);
		this.attempts.push({ status, sentAt, durationMs: this.now() - sentAt });
		const isAcknowledged = status !== null && status >= 200 && status < 300;
		if (isAcknowledged) this.acknowledgedEventIds.add(event.eventId);
		return isAcknowledged;
	}
}
