import type { Deliveries, DeliveryAttempt } from '../deliveries/deliveries';
import type { EventContext, ServiceEvent } from '../events/types';
import type { Fleet } from '../fleet/fleet';
import type { Vehicle, VehicleChange } from '../fleet/types';
import type { EventPublisher } from '../webhooks/eventPublisher';
import { changeableSignals, type NamedChange } from './namedChanges';

/** A URL at which an application listens for test events from time to time. */
export interface TestCallback {
	name: string;
	callbackUri: string;
}

export interface SentEvent {
	/** Name of the webhook or of the test callback. */
	receiver: string;
	eventType: string;
	/** The first attempt. Others follow if the event was not acknowledged. */
	attempt: DeliveryAttempt;
}

/** What came of a change. */
export interface SentChange {
	/** Whether the vehicle differs, or has reported a signal. */
	isChanged: boolean;
	events: SentEvent[];
}

/** An application that the page sends events to. */
interface Application {
	/** What the page says about it. */
	notice: string;
	/** Is called before an event is sent, so it can also create webhooks. */
	findTestCallbacks(): Promise<TestCallback[]>;
}

const TEST_WEBHOOK: EventContext['webhook'] = {
	id: 'a0000000-0000-4000-8000-000000000002',
	name: 'Test event',
	triggers: [...changeableSignals],
	data: [...changeableSignals],
};

const MISSING_PART = {
	battery: 'This car is not electric. Choose another one.',
	fuel: 'This car has no fuel tank. Choose another one.',
};

/** With this status n8n says that nobody listens at a test URL. */
const NOBODY_LISTENS = 404;

/** Lets a person choose what happens to a vehicle, and tells which events were sent for it, and how they were answered. */
export class EventPage {
	/** Whether anybody has used the page to send an event. */
	wasUsed = false;

	private application: Application = {
		notice: '',
		findTestCallbacks: async () => [],
	};

	constructor(
		private readonly fleet: Fleet,
		private readonly publisher: EventPublisher,
		private readonly deliveries: Deliveries,
	) {}

	/** Names the application that the page is for. */
	connect(application: Application): void {
		this.application = application;
	}

	get notice(): string {
		return this.application.notice;
	}

	/** Has the application create the webhooks that are missing. */
	async refresh(): Promise<TestCallback[]> {
		return await this.application.findTestCallbacks();
	}

	/**
	 * Changes a vehicle, and waits until each event about it was answered. A vehicle that cannot be read but reports signals
	 * comes online first.
	 * @throws RangeError for a vehicle that lacks what the change is about
	 */
	async send(vehicle: Vehicle, change: NamedChange): Promise<SentChange> {
		if (change.part !== undefined && vehicle[change.part] === null)
			throw new RangeError(MISSING_PART[change.part]);
		this.wasUsed = true;
		const testCallbacks = await this.refresh();
		const wakeEvents =
			change.signals.length > 0 && vehicle.reachability !== 'online'
				? await this.publish(() => this.fleet.change(vehicle, comeOnline)).responses
				: [];
		const { effect, responses } = this.publish(() =>
			this.fleet.change(vehicle, change.apply, change.signals),
		);
		const testEvents = this.publisher.buildTestEvents(effect, TEST_WEBHOOK);
		const tests = testCallbacks.map(
			async (callback) => await this.sendTestEvents(callback, testEvents),
		);
		const { from, to } = effect.reachability;
		return {
			isChanged: effect.changedSignals.length > 0 || from !== to,
			events: [...wakeEvents, ...(await responses), ...(await Promise.all(tests)).flat()],
		};
	}

	/** Collects the events that a change publishes, and waits for the responses to them. */
	private publish(makeChange: () => VehicleChange): {
		effect: VehicleChange;
		responses: Promise<SentEvent[]>;
	} {
		const sent: Array<Promise<SentEvent>> = [];
		const stop = this.publisher.onPublish(({ name }, event) => {
			sent.push(this.waitForResponse(name, event));
		});
		try {
			return { effect: makeChange(), responses: Promise.all(sent) };
		} finally {
			stop();
		}
	}

	private async waitForResponse(
		receiver: string,
		{ eventId, eventType }: ServiceEvent,
	): Promise<SentEvent> {
		return { receiver, eventType, attempt: await this.deliveries.nextAttempt(eventId) };
	}

	/** Sends events to a test callback, unless nobody listens there. */
	private async sendTestEvents(
		{ name, callbackUri }: TestCallback,
		events: readonly ServiceEvent[],
	): Promise<SentEvent[]> {
		const sent: SentEvent[] = [];
		for (const event of events) {
			const { attempts } = await this.deliveries.deliver(event, { callbackUri, retry: false });
			for (const attempt of attempts)
				if (attempt.status !== NOBODY_LISTENS)
					sent.push({ receiver: name, eventType: event.eventType, attempt });
		}
		return sent;
	}
}

function comeOnline(vehicle: Vehicle): void {
	vehicle.reachability = 'online';
}
