import { ClaimBudget } from '../../../../../nodes/SmartcarTrigger/deduplication/claimBudget';

test('claims take at most a twentieth of the store in three minutes', () => {
	let now = 0;
	const budget = new ClaimBudget(() => now);

	expect(budget.take(30, 1_000)).toBe(30);
	now = 179_999;
	expect(budget.take(30, 1_000)).toBe(20);
	expect(budget.take(1, 1_000)).toBe(0);

	now = 180_000;
	expect(budget.take(60, 1_000)).toBe(50);
});
