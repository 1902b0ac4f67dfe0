import {
	ConditionMemory,
	ordersAfter,
} from '../../../../../nodes/SmartcarTrigger/conditions/conditionMemory';

const remembered = { state: 'armed', saved: true, value: 1, order: {} };

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

test('observations of an event with the same order share an object, which saves memory', () => {
	const orderAfter = ordersAfter({ sequence: 2 });
	const at = (updatedAt: string) => orderAfter({ updatedAt }, { sequence: 1 });
	const [first, same, other] = [at('2026-11-01'), at('2026-11-01'), at('2026-11-02')];

	expect(same).toBe(first);
	expect(other).toEqual({ sequence: 2, updatedAt: '2026-11-02' });
});
