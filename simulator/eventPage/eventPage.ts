import type { Deliveries, DeliveryAttempt } from '../deliveries/deliveries';
import type { EventContext, VehicleEvent } from '../events/types';
import type { Fleet } from '../fleet/fleet';
import type { Vehicle, VehicleChange } from '../fleet/types';
import type { EventPublisher } from '../webhooks/eventPublisher';
import { isGranted } from '../signals/readSignal';
import { signalDefinition } from '../signals/signalCatalog';
import { changeableSignals, type NamedChange, reportedSignals } from './namedChanges';
import { setReachability } from './vehicleActions';

/** A URL at which an application sometimes listens for test events, such as a test URL of n8n. */
export interface TestCallback {
	name: string;
	callbackUri: string;
}

interface SentEvent {
	/** Name of the webhook or of the test callback. */
	receiver: string;
	eventType: string;
	/** The first attempt. Others follow if the event was not acknowledged. */
	attempt: DeliveryAttempt;
}

/** The result of a change. */
export interface SentChange {
	/**
	 * Whether a signal has changed or was reported again, or the reachability of the vehicle has
	 * changed.
	 */
	isChanged: boolean;
	/** Codes of the signals that no event is about, because the owner has not granted them. */
	notGranted: string[];
	events: SentEvent[];
}

/** An application that the page sends events to. */
interface Application {
	/** A sentence about the application, which the page shows. */
	notice: string;
	/**
	 * Creates missing webhooks, and returns the test callbacks. Called when the page is opened and
	 * before each change.
	 */
	prepareWebhooks(): Promise<TestCallback[]>;
}

const TEST_WEBHOOK: EventContext['webhook'] = {
	id: 'a0000000-0000-4000-8000-000000000002',
	name: 'Test event',
	triggers: [...changeableSignals],
	data: [...changeableSignals],
};

const MISSING_PART = {
	battery: 'This car is not electric. Choose another one.',
	tank: 'This car has no fuel tank. Choose another one.',
};

const comeOnline = setReachability('online');

/** n8n answers with this status while nobody listens at a test URL. */
const NOBODY_LISTENS = 404;

/** What the page for events does: changes a vehicle, sends the events, and collects the responses. */
export class EventPage {
	/** Whether anybody has used the page to send an event. */
	wasUsed = false;

	private application: Application = {
		notice: '',
		prepareWebhooks: async () => [],
	};

	constructor(
		private readonly fleet: Fleet,
		private readonly publisher: EventPublisher,
		private readonly deliveries: Deliveries,
	) {}

	/** Sets the application that the page sends events to. */
	setApplication(application: Application): void {
		this.application = application;
	}

	get notice(): string {
		return this.application.notice;
	}

	/** Lets the application create missing webhooks. @returns the application's test callbacks */
	async prepareWebhooks(): Promise<TestCallback[]> {
		return await this.application.prepareWebhooks();
	}

	/**
	 * Changes a vehicle, and waits for the first response to each event. If the change is about
	 * signals, a vehicle that cannot be reached comes online first.
	 * @throws RangeError if the vehicle has none of the signals, or its owner has granted none
	 */
	async send(vehicle: Vehicle, change: NamedChange): Promise<SentChange> {
		const signals = reportedSignals(change, vehicle);
		const [code] = change.signals;
		if (code !== undefined && signals.length === 0) throw new RangeError(explainMissing(code));
		const [owner] = this.fleet.connectionsOf(vehicle);
		const notGranted = signals.filter((signal) => owner && !isGranted(signal, owner.permissions));
		const [firstNotGranted] = notGranted;
		if (firstNotGranted !== undefined && notGranted.length === signals.length)
			throw new RangeError(explainNotGranted(firstNotGranted));
		this.wasUsed = true;
		const testCallbacks = await this.prepareWebhooks();
		const wakeEvents =
			signals.length > 0 && vehicle.reachability !== 'online'
				? await this.changeAndCollect(() => this.fleet.change(vehicle, comeOnline)).responses
				: [];
		const { effect, responses } = this.changeAndCollect(() =>
			this.fleet.change(vehicle, change.apply, signals),
		);
		// n8n stops listening at a test URL after one event. A change of reachability causes two: one
		// about signals, one about an error. So only the type that the change is about is sent.
		const isChosenType = ({ eventType }: VehicleEvent) =>
			(eventType === 'VEHICLE_ERROR') === (change.signals.length === 0);
		const testEvents = this.publisher.buildTestEvents(effect, TEST_WEBHOOK).filter(isChosenType);
		const testDeliveries = testCallbacks.map(
			async (callback) => await this.sendTestEvents(callback, testEvents),
		);
		const { from, to } = effect.reachability;
		return {
			isChanged: effect.changedSignals.length > 0 || from !== to,
			notGranted,
			events: [...wakeEvents, ...(await responses), ...(await Promise.all(testDeliveries)).flat()],
		};
	}

	/** Collects the events that a change publishes, and waits for the responses to them. */
	private changeAndCollect(makeChange: () => VehicleChange): {
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
		{ eventId, eventType }: VehicleEvent,
	): Promise<SentEvent> {
		return { receiver, eventType, attempt: await this.deliveries.nextAttempt(eventId) };
	}

	/** Sends events to a test callback, unless nobody listens there. */
	private async sendTestEvents(
		{ name, callbackUri }: TestCallback,
		events: readonly VehicleEvent[],
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

/** Why a vehicle has no value for a signal. */
function explainMissing(code: string): string {
	const { needs, group, name } = signalDefinition(code);
	return needs === null
		? `This car does not send ${group}: ${name}. Choose another one.`
		: MISSING_PART[needs];
}

function explainNotGranted(code: string): string {
	const { group, name } = signalDefinition(code);
	return `The owner of this car has not granted access to ${group}: ${name}. Choose another one.`;
}
