import pWaitFor from 'p-wait-for';
import {
	PauseTooLongError,
	RateLimiter,
} from '../../../../../nodes/Smartcar/transport/rateLimiter';
import { eventLoopTurn } from '../../../../support/eventLoopTurn';

const tooManyRequests = { status: 429, body: {}, headers: {} };

/** Sends requests that are in progress until the test ends them. */
function controlledRequests(limiter: RateLimiter) {
	const started: string[] = [];
	const errors = new Map<string, Error>();
	const ends = new Map<string, () => void>();

	function send(name: string, slot: { maxPauseMs?: number; retries?: number } = {}): void {
		const request = async () => {
			started.push(name);
			await new Promise<void>((resolve) => ends.set(name, resolve));
		};
		limiter
			.run(request, { maxPauseMs: 60_000, retries: 0, ...slot })
			.catch((error: Error) => errors.set(name, error));
	}

	async function end(...names: string[]): Promise<void> {
		for (const name of names) ends.get(name)?.();
		await eventLoopTurn();
	}

	return { started, errors, send, end };
}

/** Fakes the clock and all timers except setImmediate, which `eventLoopTurn` needs. */
const useFakeTimers = () => jest.useFakeTimers({ doNotFake: ['setImmediate'] });

afterEach(() => jest.useRealTimers());

test('sends no more requests at once than the limit, in their order', async () => {
	const { send, end, started } = controlledRequests(new RateLimiter(2));
	for (const name of ['a', 'b', 'c', 'd']) send(name);
	await eventLoopTurn();
	expect(started).toEqual(['a', 'b']);
	await end('b');
	expect(started).toEqual(['a', 'b', 'c']);
	await end('a');
	expect(started).toEqual(['a', 'b', 'c', 'd']);
});

test('if two slots become free, a retry takes one and a new request the other', async () => {
	const { send, end, started } = controlledRequests(new RateLimiter(2));
	for (const name of ['a', 'b', 'new']) send(name);
	send('retry', { retries: 1 });
	await eventLoopTurn();
	await end('a', 'b');
	expect(started).toEqual(['a', 'b', 'retry', 'new']);
});

test('a failed request frees its slot', async () => {
	const limiter = new RateLimiter(1);
	const fail = async () => await Promise.reject(new Error('failed'));
	await expect(limiter.run(fail, { maxPauseMs: 0, retries: 0 })).rejects.toThrow('failed');
	expect(await limiter.run(async () => 'sent', { maxPauseMs: 0, retries: 0 })).toBe('sent');
});

describe('after pause', () => {
	test('nothing is sent until the pause is over', async () => {
		jest.useFakeTimers();
		const limiter = new RateLimiter(3);
		const { send, started } = controlledRequests(limiter);
		limiter.pause(80, tooManyRequests);
		send('a');
		await jest.advanceTimersByTimeAsync(79);
		expect(started).toEqual([]);
		await jest.advanceTimersByTimeAsync(1);
		expect(started).toEqual(['a']);
	});

	test('a shorter pause does not replace a longer one', async () => {
		const limiter = new RateLimiter(3);
		limiter.pause(60_000, tooManyRequests);
		limiter.pause(10, tooManyRequests);
		const { send, errors } = controlledRequests(limiter);
		send('a', { maxPauseMs: 50_000 });
		await eventLoopTurn();
		expect(errors.get('a')).toBeInstanceOf(PauseTooLongError);
	});

	test('one request is sent at a time until as many have ended as the limit allows at once', async () => {
		const limiter = new RateLimiter(2);
		const { send, end, started } = controlledRequests(limiter);
		limiter.pause(0, tooManyRequests);
		for (const name of ['a', 'b', 'c', 'd']) send(name);
		await eventLoopTurn();
		expect(started).toEqual(['a']);
		await end('a');
		expect(started).toEqual(['a', 'b']);
		await end('b');
		expect(started).toEqual(['a', 'b', 'c', 'd']);
	});

	test('the limit rises by one at a time', async () => {
		const limiter = new RateLimiter(3);
		const { send, end, started } = controlledRequests(limiter);
		limiter.pause(0, tooManyRequests);
		for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) send(name);
		await eventLoopTurn();
		for (const name of ['a', 'b', 'c']) await end(name);
		expect(started).toEqual(['a', 'b', 'c', 'd', 'e']);
		await end('d');
		expect(started).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
	});

	test('a second pause starts the count of ended requests anew', async () => {
		const limiter = new RateLimiter(2);
		const { send, end, started } = controlledRequests(limiter);
		limiter.pause(0, tooManyRequests);
		for (const name of ['a', 'b', 'c', 'd']) send(name);
		await eventLoopTurn();
		await end('a');
		limiter.pause(0, tooManyRequests);
		await end('b');
		expect(started).toEqual(['a', 'b', 'c']);
	});

	test('requests that end during the pause do not raise the limit', async () => {
		useFakeTimers();
		const limiter = new RateLimiter(2);
		const { send, end, started } = controlledRequests(limiter);
		send('a');
		send('b');
		await eventLoopTurn();
		limiter.pause(50, tooManyRequests);
		await end('a', 'b');
		send('c');
		send('d');
		await jest.advanceTimersByTimeAsync(50);
		expect(started).toEqual(['a', 'b', 'c']);
	});

	test('retries go first', async () => {
		useFakeTimers();
		const limiter = new RateLimiter(1);
		const { send, end, started } = controlledRequests(limiter);
		limiter.pause(50, tooManyRequests);
		send('new');
		send('retry', { retries: 1 });
		await jest.advanceTimersByTimeAsync(50);
		expect(started).toEqual(['retry']);
		await end('retry');
		expect(started).toEqual(['retry', 'new']);
	});

	test('the request that was sent most often goes first, so that it can succeed', async () => {
		useFakeTimers();
		const limiter = new RateLimiter(1);
		const { send, end, started } = controlledRequests(limiter);
		limiter.pause(50, tooManyRequests);
		send('once', { retries: 1 });
		send('twice', { retries: 2 });
		await jest.advanceTimersByTimeAsync(50);
		await end('twice');
		expect(started).toEqual(['twice', 'once']);
	});

	test('a request throws if the pause is longer than it may wait, even while it waits for a slot', async () => {
		const limiter = new RateLimiter(1);
		const { send, errors } = controlledRequests(limiter);
		send('in progress');
		send('waiting', { maxPauseMs: 1000 });
		await eventLoopTurn();
		limiter.pause(5000, tooManyRequests);
		send('new', { maxPauseMs: 1000 });
		await eventLoopTurn();
		for (const name of ['waiting', 'new'])
			expect(errors.get(name)).toMatchObject({ response: tooManyRequests });
	});
});

describe.each(['stop', 'cancel'] as const)('after %s', (how) => {
	function create(maxConcurrent: number) {
		const controller = new AbortController();
		const limiter = new RateLimiter(maxConcurrent, controller.signal);
		const stopOrCancel = () =>
			how === 'stop' ? limiter.stop(new Error('asleep')) : controller.abort();
		return { limiter, stopOrCancel };
	}

	test('neither new requests nor those that wait for a slot are sent', async () => {
		const { limiter, stopOrCancel } = create(1);
		const { send, end, started, errors } = controlledRequests(limiter);
		send('in progress');
		send('waiting');
		await eventLoopTurn();
		stopOrCancel();
		send('new');
		await end('in progress');
		expect(started).toEqual(['in progress']);
		expect([...errors.keys()].sort()).toEqual(['new', 'waiting']);
	});

	test('requests that waited for the end of a pause are not sent', async () => {
		const { limiter, stopOrCancel } = create(1);
		const { send, started, errors } = controlledRequests(limiter);
		limiter.pause(60_000, tooManyRequests);
		send('a');
		send('b', { retries: 1 });
		await eventLoopTurn();
		stopOrCancel();
		await pWaitFor(() => errors.size === 2, { interval: 5, timeout: 20_000 });
		expect(started).toEqual([]);
	});

	test('a wait throws before its time is over', async () => {
		const { limiter, stopOrCancel } = create(1);
		const wait = limiter.wait(60_000);
		stopOrCancel();
		await expect(wait).rejects.toThrow(
			how === 'stop' ? 'Stopped, because another item has failed' : 'The execution was canceled',
		);
	});
});

test('after stop, a request that waits for a slot throws while another one is in progress', async () => {
	const limiter = new RateLimiter(1);
	const { send, errors } = controlledRequests(limiter);
	send('in progress');
	send('waiting');
	await eventLoopTurn();
	limiter.stop(new Error('asleep'));
	await eventLoopTurn();
	expect([...errors.keys()]).toEqual(['waiting']);
});

test('wait takes the given time', async () => {
	jest.useFakeTimers();
	let isOver = false;
	const wait = new RateLimiter(1).wait(500).then(() => (isOver = true));
	await jest.advanceTimersByTimeAsync(499);
	expect(isOver).toBe(false);
	await jest.advanceTimersByTimeAsync(1);
	expect(isOver).toBe(true);
	await wait;
});

test('a wait ends in time although the clock is set back', async () => {
	const limiter = new RateLimiter(1);
	const before = Date.now();
	limiter.pause(50, tooManyRequests);
	const waited = limiter.wait(50);
	const clock = jest.spyOn(Date, 'now').mockReturnValue(before - 3_600_000);
	try {
		await waited;
		const send = async () => await Promise.resolve('sent');
		expect(await limiter.run(send, { maxPauseMs: 1000, retries: 0 })).toBe('sent');
	} finally {
		clock.mockRestore();
	}
});

test('a request waits for a pause that is as long as it may wait', async () => {
	jest.useFakeTimers();
	const limiter = new RateLimiter(1);
	limiter.pause(1000, tooManyRequests);
	const sent = limiter.run(async () => await Promise.resolve('sent'), {
		maxPauseMs: 1000,
		retries: 0,
	});
	const settled = sent.catch((error: unknown) => error);
	await jest.advanceTimersByTimeAsync(1200);
	expect(await settled).toBe('sent');
});
