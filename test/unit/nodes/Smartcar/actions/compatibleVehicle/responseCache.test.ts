import { AnswerCache } from '../../../../../../nodes/Smartcar/actions/compatibleVehicle/responseCache';

/** A cache whose answers are numbers that count how often somebody was asked. */
function counting(maxAnswers: number) {
	const cache = new AnswerCache<number>(1000, maxAnswers);
	let asked = 0;
	const get = async (key: string, run: object = {}, afresh = false) =>
		await cache.get(run, key, afresh, async () => ++asked);
	return { get, asked: () => asked };
}

test('no more answers are kept than there is room for; the oldest goes', async () => {
	const { get } = counting(2);
	expect([await get('a'), await get('b'), await get('c')]).toEqual([1, 2, 3]);
	expect([await get('c'), await get('b')]).toEqual([3, 2]);
	expect(await get('a')).toBe(4);
	expect(await get('b')).toBe(5);
});

test('an answer that was read afresh counts as new', async () => {
	const { get } = counting(2);
	await get('a');
	await get('b');
	expect(await get('a', {}, true)).toBe(3);
	await get('c');
	expect(await get('a')).toBe(3);
});

test('afresh means not from before the run: its own answers serve all of it, at once or later', async () => {
	const { get } = counting(2);
	const run = {};
	await get('a');
	expect(await Promise.all([get('a', run, true), get('a', run, true)])).toEqual([2, 2]);
	expect(await get('a', run, true)).toBe(2);
	expect(await get('a', {}, true)).toBe(3);
});

test('a failure is that of all who waited for it in their run, and of nobody else', async () => {
	const cache = new AnswerCache<string>(1000, 2);
	const failing = async () => await Promise.reject(new Error('down'));
	const run = {};
	const both = [
		cache.get(run, 'a', false, failing),
		cache.get(run, 'a', false, async () => 'late'),
	];
	const other = cache.get({}, 'a', false, async () => 'well');
	expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual([
		'rejected',
		'rejected',
	]);
	expect(await other).toBe('well');
	expect(await cache.get(run, 'b', false, async () => 'good')).toBe('good');
	await expect(cache.get(run, 'c', false, failing)).rejects.toThrow('down');
	expect(await cache.get(run, 'c', false, async () => 'mended')).toBe('mended');
});
