import { createHmac, randomUUID } from 'node:crypto';
import { APPLICATION } from '../../../tools/scene/credentials';
import { signedRequests, type SignedRequest } from '../../simulator/deliveries/signedRequests';
import { startSimulator } from '../../simulator/simulator';
import { median } from '../report';
import { newEvents } from '../trigger/events';
import { accept, arrived, execute } from './host';

const WARM_UP = 10_000;
const BLOCKS = 40;
const BLOCK = 100;

/** What one process measured; times are microseconds of its processor for each delivery, medians over blocks. */
export interface Figures {
	bytes: number;
	floor: number;
	/** What the sender waits for. */
	accept: number;
	/** All the way: accepted, and executed. */
	whole: number;
	/** Bytes of heap for each event ID that is remembered; absent where none was to be. */
	perId?: number;
}

const token = APPLICATION.applicationManagementToken;

/** What nobody can do without: read the JSON and compute the signature. */
function floor({ rawBody }: ReturnType<typeof arrived>): void {
	const body: unknown = JSON.parse(rawBody.toString('utf8'));
	const digest = createHmac('sha256', token).update(rawBody).digest('hex');
	if (typeof body !== 'object' || digest.length !== 64) throw new Error('The floor is not what it should be');
}

async function template(): Promise<{ event: string; id: string }> {
	const simulator = await startSimulator({ ...APPLICATION, vehicles: 3 });
	const [request] = newEvents(simulator, 1);
	await simulator.close();
	const id = /"eventId":"([^"]+)"/.exec(request?.body ?? '')?.[1];
	if (request === undefined || id === undefined) throw new Error('The simulator made no event');
	return { event: request.body, id };
}

async function microseconds(times: number[], count: number, work: () => Promise<void> | void): Promise<void> {
	const before = process.cpuUsage();
	await work();
	const { user, system } = process.cpuUsage(before);
	times.push((user + system) / count);
}

/** Bytes that each takes; their executions are elsewhere, as in queue mode. Then as many come again, so that where memory is full the oldest had to go all the while. */
async function remember(count: number, next: () => SignedRequest): Promise<number | undefined> {
	if (count === 0) return undefined;
	globalThis.gc?.();
	const before = process.memoryUsage().heapUsed;
	for (let index = 0; index < count; index++) await accept(arrived(next()));
	globalThis.gc?.();
	const used = process.memoryUsage().heapUsed - before;
	for (let index = 0; index < count; index++) await accept(arrived(next()));
	return used / count;
}

/** Measures with `remembered` events settled before; needs `--expose-gc`. */
async function measure(remembered: number): Promise<Figures> {
	const { event, id } = await template();
	const next = (): SignedRequest => {
		const [request] = signedRequests(token, [JSON.parse(event.replace(id, randomUUID()))]);
		if (request === undefined) throw new Error('No request was signed');
		return request;
	};
	const perId = await remember(remembered, next);
	const times = { floor: [], accept: [], whole: [] } satisfies Record<string, number[]>;
	const block = () => Array.from({ length: BLOCK }, () => arrived(next()));
	for (let round = -WARM_UP / BLOCK; round < BLOCKS; round++) {
		if (round === 0) for (const list of Object.values(times)) list.length = 0;
		const [accepted, executed] = [block(), block()];
		await microseconds(times.floor, BLOCK, () => accepted.forEach(floor));
		const items: Array<Awaited<ReturnType<typeof accept>>> = [];
		await microseconds(times.accept, BLOCK, async () => {
			for (const request of accepted) items.push(await accept(request));
		});
		for (const item of items) await execute(item);
		await microseconds(times.whole, BLOCK, async () => {
			for (const request of executed) await execute(await accept(request));
		});
	}
	return {
		bytes: Buffer.byteLength(event),
		floor: median(times.floor),
		accept: median(times.accept),
		whole: median(times.whole),
		...(perId !== undefined && { perId }),
	};
}

measure(Number(process.argv[2]))
	.then((figures) => process.send?.(figures, () => process.exit(0)))
	.catch((error: unknown) => {
		console.error(error);
		process.exit(1);
	});
