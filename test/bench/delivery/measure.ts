import { createHmac, randomUUID } from 'node:crypto';
import { APPLICATION } from '../../../tools/testEnvironment/credentials';
import { Random } from '../../../simulator/random';
import { signedRequests, type SignedRequest } from '../../../simulator/deliveries/signedRequests';
import { startSimulator } from '../../../simulator/simulator';
import { newEvents } from '../trigger/events';
import { accept, arrived, execute, skipWeeks } from './host';
import { questionSchema, REMEMBERED_AT_MOST, type Question, type Times } from './messages';

const BLOCK = 100;
const WARM_UP_BLOCKS = 100;

const random = new Random(1, 'blocks');
const token = APPLICATION.applicationManagementToken;

/** What nobody can do without: read the JSON and compute the signature. */
function floor({ rawBody }: ReturnType<typeof arrived>): void {
	const body: unknown = JSON.parse(rawBody.toString('utf8'));
	const digest = createHmac('sha256', token).update(rawBody).digest('hex');
	if (typeof body !== 'object' || digest.length !== 64)
		throw new Error('The floor is not what it should be');
}

/** Makes deliveries of about the same event, each under another ID. */
async function eventSource(): Promise<() => SignedRequest> {
	const simulator = await startSimulator({ ...APPLICATION, vehicles: 3 });
	const [template] = newEvents(simulator, 1);
	await simulator.close();
	const id = /"eventId":"([^"]+)"/.exec(template?.body ?? '')?.[1];
	if (template === undefined || id === undefined) throw new Error('The simulator made no event');
	return () => {
		const [request] = signedRequests(token, [JSON.parse(template.body.replace(id, randomUUID()))]);
		if (request === undefined) throw new Error('No request was signed');
		return request;
	};
}

/** Of the processor, for each delivery of a block. */
async function microseconds(work: () => Promise<void> | void): Promise<number> {
	const before = process.cpuUsage();
	await work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / BLOCK;
}

async function measureBlock(next: () => SignedRequest): Promise<Times> {
	const block = () => Array.from({ length: BLOCK }, () => arrived(next()));
	const [accepted, executed] = [block(), block()];
	const items: Array<Awaited<ReturnType<typeof accept>>> = [];
	const work: Record<keyof Times, () => Promise<void> | void> = {
		floor: () => accepted.forEach(floor),
		accept: async () => {
			for (const request of accepted) items.push(await accept(request));
		},
		whole: async () => {
			for (const request of executed) await execute(await accept(request));
		},
	};
	const times = { floor: 0, accept: 0, whole: 0 };
	// In any order: a block takes about as much memory each time, so V8's collections would always meet the same third of it.
	for (const time of random.shuffled(['floor', 'accept', 'whole'] as const))
		times[time] = await microseconds(work[time]);
	for (const item of items) await execute(item);
	return times;
}

/** Their executions are elsewhere, as in queue mode. */
async function remember(count: number, next: () => SignedRequest): Promise<void> {
	for (let index = 0; index < count; index++) await accept(arrived(next()));
}

/** Lets time pass, after which the node forgets what is older than a week with the next delivery, which this sends. */
async function wait(weeks: number, next: () => SignedRequest): Promise<void> {
	skipWeeks(weeks);
	await remember(1, next);
}

function heapUsed(): number {
	globalThis.gc?.();
	return process.memoryUsage().heapUsed;
}

/** Bytes of heap for each of the events that the node remembers. */
async function bytesPerEvent(next: () => SignedRequest): Promise<number> {
	await wait(1, next);
	const before = heapUsed();
	await remember(REMEMBERED_AT_MOST, next);
	return (heapUsed() - before) / REMEMBERED_AT_MOST;
}

/** A process in which so many events are remembered each time that it is asked for a block; needs `--expose-gc`. */
async function main(remembered: number): Promise<void> {
	const next = await eventSource();
	for (let block = 0; block < WARM_UP_BLOCKS; block++) await measureBlock(next);
	await wait(1, next);
	// Twice, so that the node had to forget old events all the while.
	await remember(2 * remembered, next);

	const deliveries = 2 * BLOCK + 1;
	const answers: Record<Question, () => Promise<unknown>> = {
		block: async () => {
			// So many come within a week as are to be remembered.
			await wait(Math.min(1, deliveries / remembered), next);
			return await measureBlock(next);
		},
		memory: async () => await bytesPerEvent(next),
	};
	process.on('message', (message) => {
		answers[questionSchema.parse(message)]().then((answer) => process.send?.(answer), fail);
	});
	process.send?.('ready');
}

function fail(error: unknown): void {
	console.error(error);
	process.exit(1);
}

main(Number(process.argv[2])).catch(fail);
