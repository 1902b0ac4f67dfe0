import { KeyedMutex } from '../../../../nodes/SmartcarTrigger/keyedMutex';
import { eventLoopTurn } from '../../../support/eventLoopTurn';

test('grants a key to one at a time, in the order of requests', async () => {
	const mutex = new KeyedMutex();
	const granted: string[] = [];
	const acquire = async (name: string) => {
		const release = await mutex.acquire('key');
		granted.push(name);
		return release;
	};

	const [first, second, third] = [acquire('first'), acquire('second'), acquire('third')];
	await eventLoopTurn();
	expect(granted).toEqual(['first']);

	(await first)();
	await eventLoopTurn();
	expect(granted).toEqual(['first', 'second']);

	(await second)();
	(await third)();
	await acquire('later');
	expect(granted).toEqual(['first', 'second', 'third', 'later']);
});

test('a second release does not release the key for the one that holds it now', async () => {
	const mutex = new KeyedMutex();
	const releaseFirst = await mutex.acquire('key');
	const second = mutex.acquire('key');
	releaseFirst();
	const releaseSecond = await second;

	releaseFirst();
	let isGranted = false;
	const third = mutex.acquire('key').then(() => (isGranted = true));
	await eventLoopTurn();
	expect(isGranted).toBe(false);

	releaseSecond();
	await third;
});

test('a held key does not block other keys', async () => {
	const mutex = new KeyedMutex();
	await mutex.acquire('a');

	expect(await mutex.acquire('b')).toEqual(expect.any(Function));
});

test('runExclusive holds a key while its task runs, and returns what the task returns', async () => {
	const mutex = new KeyedMutex();
	let finish = () => {};
	const task = new Promise<void>((resolve) => (finish = resolve));
	const order: string[] = [];

	const first = mutex.runExclusive('key', async () => {
		await task;
		order.push('first');
		return 'result';
	});
	const second = mutex.runExclusive('key', async () => void order.push('second'));
	await eventLoopTurn();
	expect(order).toEqual([]);

	finish();
	await second;
	expect(order).toEqual(['first', 'second']);
	expect(await first).toBe('result');
});

test('runExclusive releases the key if its task throws', async () => {
	const mutex = new KeyedMutex();

	const failing = mutex.runExclusive('key', async () => {
		throw new Error('it failed');
	});

	await expect(failing).rejects.toThrow('it failed');
	expect(await mutex.runExclusive('key', async () => 'next')).toBe('next');
});
