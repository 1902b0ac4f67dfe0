import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { Random } from '../../../simulator/random';
import { APPLICATION } from '../../../tools/testEnvironment/credentials';
import { createDeliveryFactory, type Delivery } from '../deliveryFactory';
import { microsecondsPerCall, runMeasuringProgram } from '../measuringProgram';
import { randomIds } from '../signedEvents';
import { commandSchema, GUARANTEED_EVENTS, type Command, type Times } from './messages';
import { runExecute, runWebhook, skipWeeks } from './nodeContexts';

// The program of the measuring processes that bench.ts starts.

const BATCH_SIZE = 100;
const WARM_UP_BATCHES = 100;

const random = new Random(1, 'order of the measurements');
const token = APPLICATION.applicationManagementToken;

/** What every receiver has to do: parse the JSON and compute the signature. */
function parseAndSign({ rawBody }: Delivery): void {
	const body: unknown = JSON.parse(rawBody.toString('utf8'));
	const signature = createHmac('sha256', token).update(rawBody).digest('hex');
	if (typeof body !== 'object' || signature.length !== 64)
		throw new Error('The baseline did not parse and sign the body');
}

async function measureBatch(nextDelivery: () => Delivery): Promise<Times> {
	const createBatch = () => Array.from({ length: BATCH_SIZE }, nextDelivery);
	const [webhookBatch, totalBatch] = [createBatch(), createBatch()];
	const acceptedItems: Array<Awaited<ReturnType<typeof runWebhook>>> = [];
	const handlers: Record<keyof Times, () => Promise<void> | void> = {
		baseline: () => webhookBatch.forEach(parseAndSign),
		untilResponse: async () => {
			for (const request of webhookBatch) acceptedItems.push(await runWebhook(request));
		},
		total: async () => {
			for (const request of totalBatch) await runExecute(await runWebhook(request));
		},
	};
	const times = { baseline: 0, untilResponse: 0, total: 0 };
	// In a fixed order, V8's garbage collections would always fall into the same one of the three
	// measurements, because each batch allocates about as much memory.
	for (const name of random.shuffled(['baseline', 'untilResponse', 'total'] as const))
		times[name] = await microsecondsPerCall(BATCH_SIZE, handlers[name]);
	// The executions of `untilResponse`, outside of the measured time.
	for (const items of acceptedItems) await runExecute(items);
	return times;
}

/** Runs only `webhook()` for `count` deliveries, as if their executions ran in another process. */
async function acceptDeliveries(count: number, nextDelivery: () => Delivery): Promise<void> {
	for (let index = 0; index < count; index++) await runWebhook(nextDelivery());
}

/**
 * Advances the clock. The trigger forgets event IDs older than a week only at the next delivery, so
 * this sends one.
 */
async function advanceWeeks(weeks: number, nextDelivery: () => Delivery): Promise<void> {
	skipWeeks(weeks);
	await acceptDeliveries(1, nextDelivery);
}

function usedHeapBytes(): number {
	globalThis.gc?.();
	return process.memoryUsage().heapUsed;
}

/** Heap bytes for each event ID that the trigger remembers. */
async function measureBytesPerEvent(nextDelivery: () => Delivery): Promise<number> {
	await advanceWeeks(1, nextDelivery);
	const before = usedHeapBytes();
	await acceptDeliveries(GUARANTEED_EVENTS, nextDelivery);
	return (usedHeapBytes() - before) / GUARANTEED_EVENTS;
}

/**
 * @param rememberedEvents the number of event IDs that the trigger remembers at the start of each
 * batch
 */
async function prepare(rememberedEvents: number) {
	const nextDelivery = await createDeliveryFactory(randomIds(1));
	for (let batch = 0; batch < WARM_UP_BATCHES; batch++) await measureBatch(nextDelivery);
	await advanceWeeks(1, nextDelivery);
	// Twice as many, so that GUARANTEED_EVENTS fills the trigger's memory, and it drops old event
	// IDs for new ones.
	await acceptDeliveries(2 * rememberedEvents, nextDelivery);

	// Two batches, and the delivery of advanceWeeks().
	const deliveriesPerMeasurement = 2 * BATCH_SIZE + 1;
	const commands: Record<Command, () => Promise<unknown>> = {
		measureBatch: async () => {
			// Keeps the number of remembered event IDs: as many get older than a week as the measurement
			// adds.
			await advanceWeeks(Math.min(1, deliveriesPerMeasurement / rememberedEvents), nextDelivery);
			return await measureBatch(nextDelivery);
		},
		measureMemory: async () => await measureBytesPerEvent(nextDelivery),
	};
	return async (command: unknown) => await commands[commandSchema.parse(command)]();
}

runMeasuringProgram(z.number(), prepare);
