import { ConditionMemory } from '../../../../../nodes/SmartcarTrigger/conditions/conditionMemory';

const remembered = { state: 'armed', saved: true };

test.each([
	[1, 100_000],
	[10, 100_000],
	[20, 50_000],
])('with %i conditions %i vehicles are remembered', (conditions, vehicles) => {
	const memory = new ConditionMemory(conditions);
	for (let index = 0; index < vehicles; index++)
		memory.of(`v-${index}`).set('condition', remembered);

	const forgotten = Array.from({ length: vehicles }, (_, index) => `v-${index}`).filter(
		(id) => memory.of(id).get('condition') !== remembered,
	);
	expect(forgotten).toEqual([]);
});
