import {
	parseText,
	parseWholeNumber,
} from '../../../../../../nodes/Smartcar/actions/shared/parameters';

test.each([
	['a number', 75, 75],
	['text, which an expression often returns', ' 75 ', 75],
	['the smallest number', 50, 50],
	['the largest number', '100', 100],
	['a number that is too small', 49, undefined],
	['a number that is too large', '101', undefined],
	['a fraction', 75.5, undefined],
	['only blanks', '  ', undefined],
	['other text', '75%', undefined],
	['NaN', NaN, undefined],
	['null', null, undefined],
	['true', true, undefined],
	['a list', [75], undefined],
])('parseWholeNumber: %s', (_what, value, expected) => {
	expect(parseWholeNumber(value, 50, 100)).toBe(expected);
});

test.each([
	['text', ' abc ', 'abc'],
	['a number, which an expression may return', 42, '42'],
	['zero', 0, '0'],
	['NaN', NaN, undefined],
	['only blanks', '  ', undefined],
	['text that is too long', 'a'.repeat(2001), undefined],
	['null', null, undefined],
	['an object', { id: 'abc' }, undefined],
])('parseText: %s', (_what, value, expected) => {
	expect(parseText(value)).toBe(expected);
});
