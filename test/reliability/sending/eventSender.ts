import { setTimeout as pause } from 'node:timers/promises';
import type { DeliveryAttempt } from '../../../simulator/deliveries/deliveries';
import type { JsonObject } from '../../../simulator/json';
import type { Simulator } from '../../../simulator/simulator';
import type { Planned } from './deliveryPlan';

const AGAIN_AFTER_MS = 500;

/** The connection was not even made: n8n was down, and has not seen the event. */
const NOT_CONNECTED = /ECONNREFUSED/;

export interface TrafficOptions {
	simulator: Simulator;
	/** How many are under way at once, default 50. */
	connections?: number;
	/** Where an attempt goes; asked each time, since a restart may move n8n. Attempts count from 1. */
	address: (planned: Planned, attempt: number) => string;
	/** Whether the place behind an address takes requests, default always; if not, the attempt ends there, as refused. */
	ready?: (address: string) => Promise<boolean>;
	/** What a delivery waits for before its first attempt. */
	before?: (planned: Planned) => Promise<void>;
	/** The event as it is sent in this attempt; default as planned. */
	content?: (planned: Planned) => JsonObject;
}

/** The sender: takes the plan's deliveries in order, each again and again until it is answered 2xx. */
export class Traffic {
	/** Event ids that were answered 2xx at least once. */
	readonly acknowledged = new Set<string>();
	/** Event ids of which an attempt got no answer although n8n may have seen it. */
	readonly unanswered = new Set<string>();
	/** Attempts by answer: the status, `none`, or `not ready` for those that were not sent. */
	readonly answers = new Map<string, number>();

	private done = 0;
	private readonly refusedOnce = new Set<Planned>();
	private readonly waiting: Array<{ reached: () => boolean; resolve: () => void }> = [];

	constructor(
		private readonly plan: readonly Planned[],
		private readonly options: TrafficOptions,
	) {}

	/** Resolves when every delivery of the plan has been answered 2xx. */
	async run(): Promise<void> {
		const queue = this.plan.values();
		const connections = Array.from({ length: this.options.connections ?? 50 }, async () => {
			for (const planned of queue) await this.deliver(planned);
		});
		await Promise.all(connections);
	}

	/** Resolves when that many deliveries of the plan have been answered 2xx. */
	async reached(count: number): Promise<void> {
		await this.when(() => this.done >= count);
	}

	/** Resolves when that many deliveries of the plan have been refused, or not answered, at least once. */
	async refusedOf(count: number): Promise<void> {
		await this.when(() => this.refusedOnce.size >= count);
	}

	private async when(reached: () => boolean): Promise<void> {
		if (reached()) return;
		await new Promise<void>((resolve) => this.waiting.push({ reached, resolve }));
	}

	private async deliver(planned: Planned): Promise<void> {
		await this.options.before?.(planned);
		for (let number = 1; !(await this.attempt(planned, number)); number += 1) {
			this.refusedOnce.add(planned);
			this.tell();
			await pause(AGAIN_AFTER_MS);
		}
		this.done += 1;
		this.tell();
	}

	/** Resolves to whether the attempt was answered 2xx. */
	private async attempt(planned: Planned, number: number): Promise<boolean> {
		const { simulator, address, ready, content = ({ event }: Planned) => event } = this.options;
		const callbackUri = address(planned, number);
		if (ready && !(await ready(callbackUri))) {
			this.count('not ready');
			return false;
		}
		const { attempts } = await simulator.deliveries.deliver(content(planned), {
			callbackUri,
			retry: false,
		});
		for (const attempt of attempts) this.note(planned, attempt);
		return attempts.every(({ acknowledged }) => acknowledged);
	}

	private tell(): void {
		for (const { reached, resolve } of this.waiting) if (reached()) resolve();
	}

	private note({ eventId }: Planned, { status, error, acknowledged }: DeliveryAttempt): void {
		this.count(status === null ? 'none' : String(status));
		if (acknowledged) this.acknowledged.add(eventId);
		if (status === null && !NOT_CONNECTED.test(error ?? '')) this.unanswered.add(eventId);
	}

	private count(answer: string): void {
		this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1);
	}
}
