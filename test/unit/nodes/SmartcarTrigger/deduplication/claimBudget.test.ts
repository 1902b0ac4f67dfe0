import { ClaimBudget } from '../../../../../nodes/SmartcarTrigger/deduplication/claimBudget';

test('second claims take at most a twentieth of the store in three minutes', () => {
	let now = 0;
	const budget = new ClaimBudget(() => now);

	expect(budget.take(30, 1_000)).toBe(true);
	expect(budget.take(21, 1_000)).toBe(false);
	now = 179_999;
	expect(budget.take(20, 1_000)).toBe(true);
	expect(budget.take(1, 1_000)).toBe(false);

	now = 180_000;
	expect(budget.take(50, 1_000)).toBe(true);
	expect(budget.take(1, 1_000)).toBe(false);
});
