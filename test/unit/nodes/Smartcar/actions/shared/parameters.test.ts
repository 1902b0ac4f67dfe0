import { toText } from '../../../../../../nodes/Smartcar/actions/shared/parameters';

test.each([
	['text', ' abc ', 'abc'],
	['a number, which an expression may return', 42, '42'],
	['zero', 0, '0'],
	['NaN', NaN, undefined],
	['only blanks', '  ', undefined],
	['text that is too long', 'a'.repeat(2001), undefined],
	['null', null, undefined],
	['an object', { id: 'abc' }, undefined],
])('toText: %s', (_what, value, expected) => {
	expect(toText(value)).toBe(expected);
});
