import { parseBoolean } from '../../../../nodes/shared/parseBoolean';

test.each<[unknown, boolean | undefined]>([
	[true, true],
	[false, false],
	['true', true],
	[' TRUE ', true],
	['False', false],
	['yes', undefined],
	['', undefined],
	[1, undefined],
	[null, undefined],
])('parseBoolean(%j) is %j', (value, expected) => {
	expect(parseBoolean(value)).toBe(expected);
});
