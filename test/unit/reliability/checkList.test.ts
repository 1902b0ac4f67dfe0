import { CheckList } from '../../reliability/checkList';

test('lists only the checks that fail', () => {
	const checks = new CheckList();
	checks.equal('exact', 3, 3);
	checks.atMost('at the limit', 10, 10);
	checks.atLeast('enough', 5, 5);
	checks.empty('empty', []);
	checks.report('counted', 99);
	expect(checks.failures()).toEqual([]);

	checks.equal('too few', 2, 3);
	checks.atMost('too many', 11, 10);
	checks.atLeast('not enough', 4, 5);
	checks.empty('entries', ['a', 'b']);
	expect(checks.failures()).toEqual([
		'too few: 2 (3)',
		'too many: 11 (at most 10)',
		'not enough: 4 (at least 5)',
		'entries: 2: a, b (0)',
	]);
});
