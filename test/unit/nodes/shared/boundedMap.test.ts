import fc from 'fast-check';
import { BoundedMap } from '../../../../nodes/shared/boundedMap';

describe('BoundedMap', () => {
	test('returns what was set last for a key', () => {
		const map = new BoundedMap<number>({ maxEntries: 10 });
		map.set('a', 1);
		map.set('a', 2);

		expect(map.get('a')).toBe(2);
		expect(map.has('b')).toBe(false);
	});

	test('forgets a deleted key', () => {
		const map = new BoundedMap<number>({ maxEntries: 10 });
		map.set('a', 1);
		map.delete('a');

		expect(map.get('a')).toBeUndefined();
	});

	test('an entry expires at its maximum age', () => {
		let now = 0;
		const map = new BoundedMap<number>({ maxEntries: 10, maxAgeMs: 1_000, now: () => now });
		map.set('a', 1);
		now = 999;
		expect(map.get('a')).toBe(1);
		now = 1_000;
		expect(map.get('a')).toBeUndefined();
	});

	test('drops all entries when one is added after the newest has expired', () => {
		let now = 0;
		const map = new BoundedMap<number>({ maxEntries: 10, maxAgeMs: 1_000, now: () => now });
		for (const key of ['a', 'b', 'c']) map.set(key, 1);
		now = 1_000;
		map.set('d', 1);

		// At this time the others would not have expired.
		now = 999;
		expect(['a', 'b', 'c', 'd'].filter((key) => map.has(key))).toEqual(['d']);
	});

	test('never holds more than its bound, and keeps the newest half', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 2, max: 20 }),
				fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 200 }),
				(maxEntries, keys) => {
					const map = new BoundedMap<number>({ maxEntries });
					keys.forEach((key, index) => {
						map.set(String(key), index);
						const held = new Set(keys.filter((candidate) => map.has(String(candidate))));
						expect(held.size).toBeLessThanOrEqual(maxEntries);
					});
					const newestFirst = [...new Set([...keys].reverse())];
					for (const key of newestFirst.slice(0, Math.floor(maxEntries / 2))) {
						expect(map.get(String(key))).toBe(keys.lastIndexOf(key));
					}
				},
			),
		);
	});
});
