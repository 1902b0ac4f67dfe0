import { Verdict } from '../../reliability/checkList';

test('only what does not hold is broken', () => {
	const verdict = new Verdict();
	verdict.exactly('exact', 3, 3);
	verdict.atMost('at the limit', 10, 10);
	verdict.atLeast('enough', 5, 5);
	verdict.none('empty', []);
	verdict.report('counted', 99);
	expect(verdict.broken()).toEqual([]);

	verdict.exactly('too few', 2, 3);
	verdict.atMost('too many', 11, 10);
	verdict.atLeast('not enough', 4, 5);
	verdict.none('members', ['a', 'b']);
	expect(verdict.broken()).toEqual([
		'too few: 2 (3)',
		'too many: 11 (at most 10)',
		'not enough: 4 (at least 5)',
		'members: 2: a, b (0)',
	]);
});
