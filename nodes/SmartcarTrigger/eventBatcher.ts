import type { INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { onResponseClosed } from './delivery/onResponseClosed';
import type { AcceptedEvent } from './event/types';
import { toItem } from './executionInput';
import type { TriggerParameters } from './parameters';
import { triggerKey } from './triggerKey';
import { accepted, reject, WebhookReply } from './webhookReply';

/**
 * How many events start one execution at most. If n8n is killed, none of the events of a running
 * execution is finished. So this is as small as the throughput allows: see
 * docs/contributing/performance.md.
 */
const MAX_ITEMS = 50;

/** The items that start one execution. */
export class Batch<Item> {
	/** Whether n8n stored the execution. */
	readonly stored: Promise<boolean>;

	private resolveStored: (stored: boolean) => void = () => undefined;

	constructor(
		readonly items: Item[],
		private readonly onFinish: () => void,
	) {
		this.stored = new Promise((resolve) => (this.resolveStored = resolve));
	}

	/** Called once, when it is known whether n8n stored the execution. */
	finish(stored: boolean): void {
		this.resolveStored(stored);
		this.onFinish();
	}
}

/**
 * Combines items that arrive while n8n stores an execution: they start the next one together. There
 * is no timer, so without load nothing waits.
 */
export class EventBatcher<Item> {
	private readonly waiting: Array<{ item: Item; start: (batch: Batch<Item>) => void }> = [];

	private current: Batch<Item> | undefined;

	/** Whether no execution is being stored and no item waits. */
	get isIdle(): boolean {
		return this.current === undefined;
	}

	/**
	 * Waits until the item's batch starts. The delivery whose item comes first in the batch has to
	 * start the execution, and to finish the batch.
	 */
	async add(item: Item): Promise<Batch<Item>> {
		return await new Promise((start) => {
			this.waiting.push({ item, start });
			if (this.isIdle) this.startNext();
		});
	}

	private startNext(): void {
		const members = this.waiting.splice(0, MAX_ITEMS);
		if (members.length === 0) {
			this.current = undefined;
			return;
		}
		const batch = new Batch(
			members.map(({ item }) => item),
			() => this.startNext(),
		);
		this.current = batch;
		for (const { start } of members) start(batch);
	}
}

/** One for each trigger, as long as it has deliveries in progress. */
const batchers = new Map<string, EventBatcher<INodeExecutionData>>();

/**
 * The items for an execution: the event's own and, with *Combine Events*, those of the deliveries
 * that arrived while n8n stored the execution before.
 * @throws WebhookReply if another delivery has started the execution for this event: 200 if n8n
 * stored it, 503 if not
 */
export async function batchEvents(
	this: IWebhookFunctions,
	event: AcceptedEvent,
	{ options }: TriggerParameters,
): Promise<INodeExecutionData[]> {
	const item = toItem(event);
	// With *When the Workflow Finishes*, batches would wait for each other, and one failing event would
	// fail all of its batch.
	const startsAlone = !options.combineEvents || options.acknowledge === 'lastNode';
	// With n8n's setting Execute Once, the execution would get the first item only.
	if (startsAlone || this.getNode().executeOnce) return [item];

	const key = triggerKey(this);
	const batcher = batchers.get(key) ?? new EventBatcher<INodeExecutionData>();
	batchers.set(key, batcher);
	const batch = await batcher.add(item);

	if (batch.items[0] !== item) {
		if (await batch.stored) throw new WebhookReply(200, accepted(event.event.eventId));
		throw reject(503, 'not_stored', 'The execution for this event was not stored');
	}
	onResponseClosed(this.getResponseObject(), (acknowledged) => {
		batch.finish(acknowledged);
		if (batcher.isIdle) batchers.delete(key);
	});
	return batch.items;
}
