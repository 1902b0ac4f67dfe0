import pWaitFor from 'p-wait-for';
import { Traffic } from '../../../../../nodes/Smartcar/transport/rateLimiter';

const refusal = { status: 429, body: {}, headers: {} };
const turn = async () => await new Promise(setImmediate);

/** Requests that are under way until they are told to end. */
function requests(traffic: Traffic, signal?: AbortSignal) {
	const started: string[] = [];
	const refusedEntry: string[] = [];
	const send = async (name: string, entered: Promise<boolean>) => {
		if (await entered) started.push(name);
		else refusedEntry.push(name);
	};
	return {
		started,
		refusedEntry,
		go: (name: string) => void send(name, traffic.enter(signal)),
		comeBack: (name: string, wait: () => Promise<void>) =>
			void send(name, traffic.comeBack(wait, signal)),
	};
}

test('no more requests are under way than allowed, the others follow in their order', async () => {
	const traffic = new Traffic(2);
	const { go, started } = requests(traffic);
	for (const name of ['a', 'b', 'c', 'd']) go(name);
	await turn();
	expect(started).toEqual(['a', 'b']);
	traffic.leave(true);
	await turn();
	expect(started).toEqual(['a', 'b', 'c']);
	traffic.leave(true);
	await turn();
	expect(started).toEqual(['a', 'b', 'c', 'd']);
});

test('nothing is sent while the service wants nothing', async () => {
	const traffic = new Traffic(3);
	traffic.close(80, refusal);
	const start = Date.now();
	expect(traffic.refusal).toBe(refusal);
	expect(await traffic.enter()).toBe(true);
	expect(Date.now() - start).toBeGreaterThanOrEqual(80);
	expect(traffic.closedForMs).toBe(0);
});

test('a later refusal with a shorter wait does not open the way earlier', () => {
	const traffic = new Traffic(3);
	traffic.close(60_000, refusal);
	traffic.close(10, refusal);
	expect(traffic.closedForMs).toBeGreaterThan(50_000);
});

test('after a refusal one request goes at a time, and one more after each row of successes', async () => {
	const traffic = new Traffic(2);
	traffic.close(0, refusal);
	const { go, started } = requests(traffic);
	for (const name of ['a', 'b', 'c', 'd', 'e']) go(name);
	await turn();
	expect(started).toHaveLength(1);
	traffic.leave(true);
	await turn();
	expect(started).toHaveLength(2);
	traffic.leave(true);
	await turn();
	expect(started).toHaveLength(4);
});

test('a refused request goes before all that were not refused', async () => {
	const traffic = new Traffic(1);
	const { go, comeBack, started } = requests(traffic);
	let waited = () => {};
	comeBack('refused', async () => await new Promise<void>((resolve) => (waited = resolve)));
	go('other');
	await turn();
	expect(started).toEqual([]);
	waited();
	await turn();
	expect(started).toEqual(['refused']);
	traffic.leave(true);
	await turn();
	expect(started).toEqual(['refused', 'other']);
});

test('a refused request whose wait ends in an error lets the others go', async () => {
	const traffic = new Traffic(1);
	const { go, started } = requests(traffic);
	const back = traffic.comeBack(async () => await Promise.reject(new Error('cancelled')));
	go('other');
	await expect(back).rejects.toThrow('cancelled');
	await turn();
	expect(started).toEqual(['other']);
});

test('a cancelled execution ends every wait, of those before the closed way and of those in the queue', async () => {
	const controller = new AbortController();
	const closed = new Traffic(1);
	closed.close(60_000, refusal);
	const before = requests(closed, controller.signal);
	before.go('a');
	before.go('b');
	const busy = new Traffic(1);
	const queue = requests(busy, controller.signal);
	for (const name of ['a', 'b', 'c']) queue.go(name);
	await turn();
	controller.abort();
	busy.leave(true);
	await turn();
	expect(queue).toMatchObject({ started: ['a'], refusedEntry: ['b', 'c'] });
	await pWaitFor(() => before.refusedEntry.length === 2, { interval: 5, timeout: 4000 });
	expect(before.started).toEqual([]);
});
