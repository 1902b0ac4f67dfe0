import fc from 'fast-check';
import { Latest } from '../../../../../nodes/SmartcarTrigger/state/latest';

test('keeps what was set last', () => {
	const latest = new Latest<number>(2);
	for (const key of ['a', 'b', 'a', 'c']) latest.set(key, 1);

	expect(['a', 'b', 'c'].map((key) => latest.get(key) !== undefined)).toEqual([true, false, true]);
	expect(latest.size).toBe(2);
});

test('gives a value that was set again for the former one', () => {
	const latest = new Latest<number>(2);
	latest.set('a', 1);
	latest.set('a', 2);

	expect(latest.get('a')).toBe(2);
	expect(latest.oldest).toEqual(['a', 2]);
});

type Step = { set: string } | { delete: string } | { look: true };

/** What it should be, in the plainest way: a list, the newest last. */
function expected(steps: Step[], maxEntries: number): Array<[string, number]> {
	let entries: Array<[string, number]> = [];
	steps.forEach((step, value) => {
		if ('look' in step) return;
		const key = 'set' in step ? step.set : step.delete;
		entries = entries.filter(([other]) => other !== key);
		if ('set' in step) entries = [...entries, [key, value] as [string, number]].slice(-maxEntries);
	});
	return entries;
}

test('whatever is set, deleted and looked at: the oldest comes first, and nothing but the oldest goes', () => {
	const key = fc.constantFrom('a', 'b', 'c', 'd', 'e');
	const step = fc.oneof(
		fc.record({ set: key }),
		fc.record({ delete: key }),
		fc.constant({ look: true } as const),
	);
	fc.assert(
		fc.property(
			fc.array(step, { maxLength: 60 }),
			fc.integer({ min: 1, max: 4 }),
			(steps, maxEntries) => {
				const latest = new Latest<number>(maxEntries);
				steps.forEach((one, value) => {
					if ('set' in one) latest.set(one.set, value);
					else if ('delete' in one) latest.delete(one.delete);
					else expect(latest.oldest).toEqual(expected(steps.slice(0, value), maxEntries)[0]);
				});

				const left: Array<[string, number]> = [];
				for (let { oldest } = latest; oldest; { oldest } = latest) {
					left.push(oldest);
					latest.delete(oldest[0]);
				}
				expect(left).toEqual(expected(steps, maxEntries));
				expect(latest.size).toBe(0);
			},
		),
		{ numRuns: 500 },
	);
});
