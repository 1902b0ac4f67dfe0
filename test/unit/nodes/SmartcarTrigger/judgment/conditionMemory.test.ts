import { ConditionMemory } from '../../../../../nodes/SmartcarTrigger/judgment/conditionMemory';

const remembered = { state: 'armed', value: 1, order: 1 };

/** Adds this many entries for each vehicle, and counts the vehicles that are then forgotten. */
function countForgotten({ vehicles, entries }: { vehicles: number; entries: number }): number {
	const memory = new ConditionMemory();
	const ids = Array.from({ length: vehicles }, (_, index) => `v-${index}`);
	for (const id of ids)
		for (let entry = 0; entry < entries; entry++) memory.of(id).set(`c-${entry}`, remembered);
	return ids.filter((id) => memory.of(id).get('c-0') !== remembered).length;
}

test.each([
	{ vehicles: 100_000, entries: 1 },
	{ vehicles: 100_000, entries: 10 },
	{ vehicles: 25_000, entries: 40 },
])('$vehicles vehicles with $entries entries each are remembered', (fleet) => {
	expect(countForgotten(fleet)).toBe(0);
});

test('a vehicle with more than 2,000 entries is forgotten', () => {
	expect(countForgotten({ vehicles: 1, entries: 2_000 })).toBe(0);
	expect(countForgotten({ vehicles: 1, entries: 2_001 })).toBe(1);
});

test('a vehicle that is only looked up takes no memory', () => {
	const memory = new ConditionMemory();
	const found = memory.of('v-1');

	expect(memory.of('v-1')).not.toBe(found);
	found.set('c-1', remembered);
	expect(memory.of('v-1')).toBe(found);
});

test('the limit counts entries, not vehicles: of 30,000 vehicles with 100 each, a third is forgotten', () => {
	expect(countForgotten({ vehicles: 30_000, entries: 100 })).toBe(10_000);
});

test('a vehicle whose entries are set again and again is not forgotten, however many others come', () => {
	const memory = new ConditionMemory();
	const active = memory.of('active');
	for (let index = 0; index < 2_500; index++) {
		active.set('c-1', remembered);
		expect(memory.of('active')).toBe(active);
		for (let entry = 0; entry < 1_000; entry++)
			memory.of(`other-${index}`).set(`c-${entry}`, remembered);
	}
});

test('a vehicle of the older generation that gets a new entry moves to the newer one with all its entries', () => {
	const memory = new ConditionMemory();
	const addVehicles = (prefix: string, count: number) => {
		for (let index = 0; index < count; index++)
			for (let entry = 0; entry < 1_000; entry++)
				memory.of(`${prefix}-${index}`).set(`c-${entry}`, remembered);
	};
	addVehicles('first', 1_000);
	// Begins the second generation, which has room for a million entries.
	addVehicles('second', 1);
	for (let index = 0; index < 500; index++) memory.of(`first-${index}`).set('new', remembered);
	addVehicles('third', 500);

	expect(memory.of('first-999').size).toBe(0);
});
