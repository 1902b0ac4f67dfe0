import { KeyedMutex } from '../../../../nodes/SmartcarTrigger/keyedMutex';

/** Lets every promise that can settle now do so. */
const settle = async () => await new Promise<void>((resolve) => setImmediate(resolve));

test('grants a key to one at a time, in the order of requests', async () => {
	const mutex = new KeyedMutex();
	const granted: string[] = [];
	const acquire = async (name: string) => {
		const release = await mutex.acquire('key');
		granted.push(name);
		return release;
	};

	const [first, second, third] = [acquire('first'), acquire('second'), acquire('third')];
	await settle();
	expect(granted).toEqual(['first']);

	(await first)();
	await settle();
	expect(granted).toEqual(['first', 'second']);

	(await second)();
	(await third)();
	await acquire('later');
	expect(granted).toEqual(['first', 'second', 'third', 'later']);
});

test('a held key does not block other keys', async () => {
	const mutex = new KeyedMutex();
	await mutex.acquire('a');

	expect(await mutex.acquire('b')).toEqual(expect.any(Function));
});
