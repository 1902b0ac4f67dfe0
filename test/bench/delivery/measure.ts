import { createHmac, randomUUID } from 'node:crypto';
import { type SignedRequest, signedRequests, startSimulator } from '../../../simulator/simulator';
import { Random } from '../../../simulator/random';
import { APPLICATION } from '../../../tools/testEnvironment/credentials';
import { newSignedEvents } from '../signedEvents';
import { commandSchema, REMEMBERED_EVENTS, type Command, type Times } from './messages';
import { accept, execute, receivedRequest, skipWeeks } from './nodeContexts';

// The program of a measuring process. Needs `--expose-gc`.

const BLOCK_SIZE = 100;
const WARM_UP_BLOCKS = 100;

const random = new Random(1, 'blocks');
const token = APPLICATION.applicationManagementToken;

/** The minimum of any receiver: parses the JSON and computes the signature. */
function floor({ rawBody }: ReturnType<typeof receivedRequest>): void {
	const body: unknown = JSON.parse(rawBody.toString('utf8'));
	const signature = createHmac('sha256', token).update(rawBody).digest('hex');
	if (typeof body !== 'object' || signature.length !== 64)
		throw new Error('The floor did not parse and sign the body');
}

/** Returns a function that makes deliveries of one event, each with another event ID. */
async function deliverySource(): Promise<() => SignedRequest> {
	const simulator = await startSimulator({ ...APPLICATION, vehicles: 3 });
	const [template] = newSignedEvents(simulator, 1);
	await simulator.close();
	const id = /"eventId":"([^"]+)"/.exec(template?.body ?? '')?.[1];
	if (template === undefined || id === undefined) throw new Error('The simulator made no event');
	return () => {
		const event = JSON.parse(template.body.replace(id, randomUUID()));
		const [request] = signedRequests(token, [event]);
		if (request === undefined) throw new Error('No request was signed');
		return request;
	};
}

/** Processor time for each delivery of a block, microseconds. */
async function microsecondsPerDelivery(work: () => Promise<void> | void): Promise<number> {
	const before = process.cpuUsage();
	await work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / BLOCK_SIZE;
}

async function measureBlock(nextDelivery: () => SignedRequest): Promise<Times> {
	const block = () => Array.from({ length: BLOCK_SIZE }, () => receivedRequest(nextDelivery()));
	const [acceptBlock, wholeBlock] = [block(), block()];
	const acceptedItems: Array<Awaited<ReturnType<typeof accept>>> = [];
	const work: Record<keyof Times, () => Promise<void> | void> = {
		floor: () => acceptBlock.forEach(floor),
		accept: async () => {
			for (const request of acceptBlock) acceptedItems.push(await accept(request));
		},
		whole: async () => {
			for (const request of wholeBlock) await execute(await accept(request));
		},
	};
	const times = { floor: 0, accept: 0, whole: 0 };
	// In random order. Otherwise V8's garbage collections would always hit the same kind of work, because each block
	// allocates about as much memory.
	for (const kind of random.shuffled(['floor', 'accept', 'whole'] as const))
		times[kind] = await microsecondsPerDelivery(work[kind]);
	for (const items of acceptedItems) await execute(items);
	return times;
}

/** Accepts `count` deliveries whose executions run in another process, as in queue mode. */
async function acceptDeliveries(count: number, nextDelivery: () => SignedRequest): Promise<void> {
	for (let index = 0; index < count; index++) await accept(receivedRequest(nextDelivery()));
}

/** Advances the clock. The trigger forgets events that are older than a week with the next delivery, which this sends. */
async function passWeeks(weeks: number, nextDelivery: () => SignedRequest): Promise<void> {
	skipWeeks(weeks);
	await acceptDeliveries(1, nextDelivery);
}

function heapUsed(): number {
	globalThis.gc?.();
	return process.memoryUsage().heapUsed;
}

/** Heap bytes for each event that the trigger remembers. */
async function bytesPerEvent(nextDelivery: () => SignedRequest): Promise<number> {
	await passWeeks(1, nextDelivery);
	const before = heapUsed();
	await acceptDeliveries(REMEMBERED_EVENTS, nextDelivery);
	return (heapUsed() - before) / REMEMBERED_EVENTS;
}

/** @param remembered the number of events that the trigger remembers at the start of each block */
async function main(remembered: number): Promise<void> {
	const nextDelivery = await deliverySource();
	for (let block = 0; block < WARM_UP_BLOCKS; block++) await measureBlock(nextDelivery);
	await passWeeks(1, nextDelivery);
	// Twice as many, so that at the maximum each delivery replaces the oldest event.
	await acceptDeliveries(2 * remembered, nextDelivery);

	const deliveriesPerBlock = 2 * BLOCK_SIZE + 1;
	const commands: Record<Command, () => Promise<unknown>> = {
		block: async () => {
			// As many events become a week old as the block adds.
			await passWeeks(Math.min(1, deliveriesPerBlock / remembered), nextDelivery);
			return await measureBlock(nextDelivery);
		},
		memory: async () => await bytesPerEvent(nextDelivery),
	};
	process.on('message', (message) => {
		commands[commandSchema.parse(message)]().then((reply) => process.send?.(reply), fail);
	});
	process.send?.('ready');
}

function fail(error: unknown): void {
	console.error(error);
	process.exit(1);
}

main(Number(process.argv[2])).catch(fail);
