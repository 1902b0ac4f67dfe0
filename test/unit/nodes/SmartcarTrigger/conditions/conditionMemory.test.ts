import {
	ConditionMemory,
	isOlder,
	orderAfter,
} from '../../../../../nodes/SmartcarTrigger/conditions/conditionMemory';

const remembered = { state: 'armed', value: 1, order: 1 };

/** How many vehicles are forgotten after each has had so many entries. */
function countForgotten({ vehicles, entries }: { vehicles: number; entries: number }): number {
	const memory = new ConditionMemory();
	const ids = Array.from({ length: vehicles }, (_, index) => `v-${index}`);
	for (const id of ids)
		for (let entry = 0; entry < entries; entry++) memory.of(id).set(`c-${entry}`, remembered);
	// The newest first, since each one that is forgotten counts as a new vehicle.
	return ids.reverse().filter((id) => memory.of(id).get('c-0') !== remembered).length;
}

test.each([
	{ vehicles: 100_000, entries: 1 },
	{ vehicles: 100_000, entries: 10 },
	{ vehicles: 25_000, entries: 40 },
])('$vehicles vehicles with $entries entries each are remembered', (fleet) => {
	expect(countForgotten(fleet)).toBe(0);
});

test('vehicles with many entries are forgotten sooner, since the entries take the memory', () => {
	expect(countForgotten({ vehicles: 30_000, entries: 100 })).toBe(10_000);
});

const [EARLY, LATE] = ['2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z'];

test.each([
	{ order: 1, latest: 2, older: true, after: 1 },
	{ order: 2, latest: 2, older: false, after: 2 },
	{ order: EARLY, latest: LATE, older: true, after: EARLY },
	{ order: LATE, latest: EARLY, older: false, after: LATE },
	// Two of different kinds cannot be compared, and a sequence stays.
	{ order: EARLY, latest: 2, older: false, after: 2 },
	{ order: 1, latest: LATE, older: false, after: 1 },
	{ order: undefined, latest: LATE, older: false, after: LATE },
	{ order: EARLY, latest: undefined, older: false, after: EARLY },
])('an event at $order, after one at $latest', ({ order, latest, older, after }) => {
	expect(isOlder(order, latest)).toBe(older);
	expect(orderAfter(order, latest)).toBe(after);
});
