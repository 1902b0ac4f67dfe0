import { ResponseCache } from '../../../../../../nodes/Smartcar/actions/compatibleVehicle/responseCache';

/** A cache whose responses are the number of the request. */
function createCache(maxEntries: number) {
	const cache = new ResponseCache<number>({ maxAgeMs: 1000, maxEntries, isSmall: () => true });
	let requests = 0;
	const get = async (key: string, run: object = {}, refresh = false) =>
		await cache.get(run, key, refresh, async () => ++requests);
	return { get };
}

test('keeps the newest responses within the limit', async () => {
	const { get } = createCache(2);
	expect([await get('a'), await get('b'), await get('c')]).toEqual([1, 2, 3]);
	expect([await get('c'), await get('b')]).toEqual([3, 2]);
	expect(await get('a')).toBe(4);
	expect(await get('b')).toBe(5);
});

test('a refreshed response counts as the newest', async () => {
	const { get } = createCache(2);
	await get('a');
	await get('b');
	expect(await get('a', {}, true)).toBe(3);
	await get('c');
	expect(await get('a')).toBe(3);
});

test('refresh sends one new request per run, even for items that run at once', async () => {
	const { get } = createCache(2);
	const run = {};
	await get('a');
	expect(await Promise.all([get('a', run, true), get('a', run, true)])).toEqual([2, 2]);
	expect(await get('a', run, true)).toBe(2);
	expect(await get('a', {}, true)).toBe(3);
});

test('an error reaches all items that wait for the response, and is not cached', async () => {
	const cache = new ResponseCache<string>({ maxAgeMs: 1000, maxEntries: 2, isSmall: () => true });
	const failing = async () => await Promise.reject(new Error('down'));
	const run = {};
	const both = [
		cache.get(run, 'a', false, failing),
		cache.get(run, 'a', false, async () => 'unused'),
	];
	const other = cache.get({}, 'a', false, async () => 'other');
	expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual([
		'rejected',
		'rejected',
	]);
	expect(await other).toBe('other');
	expect(await cache.get(run, 'b', false, async () => 'good')).toBe('good');
	await expect(cache.get(run, 'c', false, failing)).rejects.toThrow('down');
	expect(await cache.get(run, 'c', false, async () => 'retried')).toBe('retried');
});

test('a large response is shared within its run, but not cached', async () => {
	const cache = new ResponseCache<string>({
		maxAgeMs: 1000,
		maxEntries: 2,
		isSmall: (response) => response.length < 6,
	});
	const run = {};
	const get = async (runOfItem: object, response: string) =>
		await cache.get(runOfItem, 'a', false, async () => response);
	expect(await get(run, 'a large one')).toBe('a large one');
	expect(await get(run, 'unused')).toBe('a large one');
	expect(await get({}, 'small')).toBe('small');
	expect(await get({}, 'unused')).toBe('small');
});
