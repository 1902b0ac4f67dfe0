import { sleep, type INodeExecutionData, type IWebhookFunctions } from 'n8n-workflow';
import { getOrCreate } from '../shared/getOrCreate';
import { BatchPause } from './batchPause';
import { onResponseClosed, type DeliveryOutcome } from './delivery/onResponseClosed';
import type { AcceptedEvent } from './event/types';
import { toItem } from './executionInput';
import { isRetriedOnFailure } from './isRetriedOnFailure';
import type { TriggerParameters } from './parameters';
import { triggerKey, type TriggerContext } from './triggerKey';
import { acceptedBody, reject, WebhookReply } from './webhookReply';

/**
 * How many events start one execution at most. If n8n is killed, it finishes no event of a running
 * execution. So this is as small as the throughput allows.
 */
const MAX_BATCH_SIZE = 50;

/**
 * The status for the other events of a batch if the sender of the first one hung up. n8n may have
 * stored the execution all the same.
 */
export const UNCONFIRMED_STATUS = 503;

/** The items that start one execution. */
class EventBatch {
	/** How the delivery that has started the execution ended. */
	readonly outcome: Promise<DeliveryOutcome>;

	private resolveOutcome: (outcome: DeliveryOutcome) => void = () => undefined;

	constructor(
		readonly items: INodeExecutionData[],
		private readonly onFinish: () => void,
	) {
		this.outcome = new Promise((resolve) => (this.resolveOutcome = resolve));
	}

	/** Called once, when the delivery that has started the execution ends. */
	finish(outcome: DeliveryOutcome): void {
		this.resolveOutcome(outcome);
		this.onFinish();
	}
}

/**
 * Starts an execution once n8n has stored the last one, and the pause since the start of that one
 * is over. Items that arrive meanwhile wait, and start the next one together.
 */
export class EventBatcher {
	private readonly waiting: Array<{
		item: INodeExecutionData;
		resolve: (batch: EventBatch) => void;
	}> = [];

	private isStoring = false;

	private lastStartedAt = -Infinity;

	private readonly pause = new BatchPause(MAX_BATCH_SIZE);

	private hasTimer = false;

	/**
	 * Waits until the item's batch starts. The delivery whose item comes first in the batch has to
	 * start the execution, and to finish the batch.
	 */
	async add(item: INodeExecutionData): Promise<EventBatch> {
		return await new Promise((resolve) => {
			this.waiting.push({ item, resolve });
			this.startIfDue();
		});
	}

	private startIfDue(): void {
		if (this.isStoring || this.waiting.length === 0) return;
		const sinceLastMs = performance.now() - this.lastStartedAt;
		const remainingMs = this.pause.remainingMs(this.waiting.length, sinceLastMs);
		if (remainingMs <= 0) return this.start();
		if (!this.hasTimer) void this.startAfter(remainingMs);
	}

	private async startAfter(milliseconds: number): Promise<void> {
		this.hasTimer = true;
		await sleep(milliseconds);
		this.hasTimer = false;
		this.startIfDue();
	}

	private start(): void {
		this.isStoring = true;
		this.lastStartedAt = performance.now();
		const members = this.waiting.splice(0, MAX_BATCH_SIZE);
		const batch = new EventBatch(
			members.map(({ item }) => item),
			() => {
				this.isStoring = false;
				this.pause.onBatchEnd(members.length, this.waiting.length);
				this.startIfDue();
			},
		);
		for (const { resolve } of members) resolve(batch);
	}
}

/** By trigger. */
const batchers = new Map<string, EventBatcher>();

/**
 * Called when n8n sets up the trigger or removes it. Later events do not join those that wait, whose
 * execution runs in the former version of the workflow.
 */
export function startNewBatches(this: TriggerContext): void {
	batchers.delete(triggerKey(this));
}

/**
 * The items for an execution: the event's own and, with *Combine Events*, those of other
 * deliveries.
 * @throws WebhookReply if another delivery has started the execution for this event: 200 if n8n
 * stored it, 500 if not, or `UNCONFIRMED_STATUS`
 */
export async function batchEvents(
	this: IWebhookFunctions,
	accepted: AcceptedEvent,
	parameters: TriggerParameters,
): Promise<INodeExecutionData[]> {
	const item = toItem(accepted);
	// With *When the Workflow Finishes*, batches would wait for each other, and one failing event
	// would fail all of its batch.
	const startsAlone = !parameters.options.combineEvents || isRetriedOnFailure(parameters);
	// With n8n's setting Execute Once, the execution would get the first item only.
	if (startsAlone || this.getNode().executeOnce) return [item];

	const batcher = getOrCreate(batchers, triggerKey(this), () => new EventBatcher());
	const batch = await batcher.add(item);

	if (batch.items[0] !== item) {
		const outcome = await batch.outcome;
		if (outcome === 'acknowledged')
			throw new WebhookReply(200, acceptedBody(accepted.event.eventId));
		throw reject(
			outcome === 'rejected' ? 500 : UNCONFIRMED_STATUS,
			'not_stored',
			'n8n did not confirm that it has stored the execution for this event. Smartcar will send it again',
		);
	}
	onResponseClosed(this.getResponseObject(), false, (outcome) => batch.finish(outcome));
	return batch.items;
}
