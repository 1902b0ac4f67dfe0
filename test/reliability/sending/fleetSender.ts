import type { Random } from '../../../simulator/random';
import type { SignedRequest } from '../../../simulator/simulator';
import type { HttpResponse } from './httpClient';
import type { FleetEvent } from './fleetEvents';

/**
 * How long Smartcar waits before it sends an event for the second, third and fourth time.
 * See docs/contributing/smartcar-api.md#deliveries.
 */
export const RETRY_WAITS_MS = [25_000, 50_000, 100_000];

/**
 * The attempts in which an acknowledged event can come again, as if Smartcar had not got the
 * response. If the event was acknowledged only in such an attempt or a later one, the copy is the
 * attempt after that. After the last attempt there is no copy.
 */
const COPY_ATTEMPTS = [2, 3, 4];

const MAX_ATTEMPTS = RETRY_WAITS_MS.length + 1;

/** When Smartcar makes an attempt, in milliseconds after the first one. */
const delayOf = (attempt: number) =>
	RETRY_WAITS_MS.slice(0, attempt - 1).reduce((sum, waitMs) => sum + waitMs, 0);

/** How often the sender sends the events that are due. */
const TICK_MS = 10;

export interface FleetSenderOptions {
	/** Creates a new event. */
	nextEvent: () => FleetEvent;
	toRequest: (event: FleetEvent) => SignedRequest;
	/**
	 * The trigger's production URL on each process that receives webhooks. Each attempt goes to the
	 * next one.
	 */
	urls: readonly string[];
	/** Where attempts go instead during an outage. It must not acknowledge them. */
	outageUrl: string;
	/** Called once for each event, with its first 2xx response. */
	onAcknowledged: (event: FleetEvent) => void;
	/** Sends a request. Never rejects. */
	post: (url: string, request: SignedRequest) => Promise<HttpResponse>;
	/** How many requests are sent at the same time at most. */
	connections: number;
	/** The share of events that are sent twice, 0 to 1. */
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
	/** The attempt that sends a copy after n8n has acknowledged the event. Undefined for no copy. */
	copyAttempt?: number;
	/** When the attempt is to be sent, in milliseconds of the sender's clock. */
	dueAt: number;
}

/** A response, or the end of a wait for one. Times are in milliseconds of the sender's clock. */
export interface Attempt {
	/** Null without a response. */
	status: number | null;
	/** What the trigger says in its response: `accepted`, `duplicate` or `ignored`. */
	reply: string | undefined;
	/** Whether it went to `outageUrl`. */
	isInOutage: boolean;
	/** When it was to be sent. It was sent later if no connection was free. */
	dueAt: number;
	sentAt: number;
	durationMs: number;
}

const REPLY = /"status":"(\w+)"/;

export const isAcknowledged = ({ status }: Pick<Attempt, 'status'>): boolean =>
	status !== null && status >= 200 && status < 300;

/**
 * Sends the events of a fleet at a given rate, whether n8n keeps up or not, and retries them as
 * Smartcar does. If all connections are in use, events wait here.
 */
export class FleetSender {
	readonly attempts: Attempt[] = [];
	/** All events so far, by ID. */
	readonly events = new Map<string, FleetEvent>();
	/** Events with at least one 2xx response. */
	readonly acknowledgedEventIds = new Set<string>();
	/** Number of copies of events that were sent. */
	copiesSent = 0;
	/** During an outage all attempts go to `outageUrl`. */
	isOutage = false;

	/** Deliveries that wait for a free connection. */
	private readonly waiting: Array<() => void> = [];
	private readonly inProgress = new Set<Promise<void>>();
	private activeRequests = 0;
	private nextUrlIndex = 0;
	/** Events whose last attempt got no 2xx response, even if an earlier one did. */
	private readonly abandonedEventIds = new Set<string>();
	private readonly now: () => number;

	constructor(private readonly options: FleetSenderOptions) {
		this.now = options.now ?? (() => performance.now());
	}

	/** Sends new events at this rate. */
	async send(seconds: number, eventsPerSecond: number): Promise<void> {
		const startedAt = this.now();
		let sent = 0;
		for (;;) {
			const elapsed = Math.min((this.now() - startedAt) / 1000, seconds);
			for (; sent < Math.round(elapsed * eventsPerSecond); sent += 1)
				this.sendNew(startedAt + (sent * 1000) / eventsPerSecond);
			if (elapsed >= seconds) return;
			await this.options.sleep(TICK_MS);
		}
	}

	/** Number of events that had their last attempt, but no 2xx response. */
	get abandoned(): number {
		return [...this.abandonedEventIds].filter((id) => !this.acknowledgedEventIds.has(id)).length;
	}

	/** Waits until every event and copy has its 2xx response, or has had its last attempt. */
	async finish(): Promise<void> {
		while (this.inProgress.size > 0) await Promise.all(this.inProgress);
	}

	private sendNew(dueAt: number): void {
		const { copies, random } = this.options;
		const event = this.options.nextEvent();
		this.events.set(event.eventId, event);
		const urlIndex = this.nextUrlIndex++;
		const copyAttempt = random.chance(copies) ? random.pick(COPY_ATTEMPTS) : undefined;
		this.track(this.deliver({ event, urlIndex, attempt: 1, copyAttempt, dueAt }));
	}

	private track(work: Promise<void>): void {
		const tracked = work.finally(() => this.inProgress.delete(tracked));
		this.inProgress.add(tracked);
	}

	/** Sends a later attempt to the next process, when Smartcar would send it. */
	private async deliverLater(delivery: Delivery, attempt: number): Promise<void> {
		const delayMs = (delayOf(attempt) - delayOf(delivery.attempt)) * this.options.timeScale;
		const dueAt = this.now() + delayMs;
		await this.options.sleep(delayMs);
		await this.deliver({ ...delivery, urlIndex: delivery.urlIndex + 1, attempt, dueAt });
	}

	/**
	 * Waits for a free connection, and sends an attempt. Without a 2xx response the next attempt
	 * follows later.
	 */
	private async deliver(delivery: Delivery): Promise<void> {
		if (this.activeRequests >= this.options.connections)
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		else this.activeRequests += 1;
		const attempt = await this.sendAttempt(delivery);
		this.releaseConnection();
		this.attempts.push(attempt);
		const nextAttempt = delivery.attempt + 1;
		if (isAcknowledged(attempt)) {
			this.acknowledge(delivery.event);
			const { copyAttempt, ...copy } = delivery;
			if (copyAttempt === undefined || nextAttempt > MAX_ATTEMPTS) return;
			this.copiesSent += 1;
			return await this.deliverLater(copy, Math.max(copyAttempt, nextAttempt));
		}
		if (nextAttempt > MAX_ATTEMPTS) this.abandonedEventIds.add(delivery.event.eventId);
		else await this.deliverLater(delivery, nextAttempt);
	}

	private acknowledge(event: FleetEvent): void {
		if (this.acknowledgedEventIds.has(event.eventId)) return;
		this.acknowledgedEventIds.add(event.eventId);
		this.options.onAcknowledged(event);
	}

	/** Hands the connection to the next delivery that waits. */
	private releaseConnection(): void {
		const next = this.waiting.shift();
		if (next) next();
		else this.activeRequests -= 1;
	}

	private async sendAttempt({ event, urlIndex, dueAt }: Delivery): Promise<Attempt> {
		const { urls, outageUrl, post, toRequest } = this.options;
		const request = toRequest(event);
		const isInOutage = this.isOutage;
		const url = isInOutage ? outageUrl : (urls[urlIndex % urls.length] ?? '');
		const sentAt = this.now();
		const { status, body } = await post(url, request);
		const [, reply] = REPLY.exec(body) ?? [];
		return { status, reply, isInOutage, dueAt, sentAt, durationMs: this.now() - sentAt };
	}
}
