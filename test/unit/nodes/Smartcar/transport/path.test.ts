import { buildPath, ID_PATTERN, normalizeId } from '../../../../../nodes/Smartcar/transport/path';

test.each([
	['a UUID', '36ab27d0-fd9d-4455-823a-ce30af709ffc', '36ab27d0-fd9d-4455-823a-ce30af709ffc'],
	['a prefixed ID', 'sched_000001', 'sched_000001'],
	['an ID with pasted whitespace', ' v1\n', 'v1'],
])('%s is an ID', (_what, value, expected) => {
	expect(normalizeId(value)).toBe(expected);
	expect(expected).toMatch(new RegExp(ID_PATTERN));
});

test.each([
	['a slash', 'a/b'],
	['a backslash', 'a\\b'],
	['a parent folder', '..'],
	['a dot', '.'],
	['an encoded slash', 'a%2Fb'],
	['a query', 'a?b=c'],
	['a fragment', 'a#b'],
	['a line break inside', 'a\nb'],
	['nothing', ''],
	['blanks', '  '],
	['what an empty expression leaves', 'undefined'],
	['null as text', 'null'],
	['an object as text', '[object Object]'],
	['undefined', undefined],
	['null', null],
	['a number', 12],
	['an object', { id: 'v1' }],
	['a list', ['v1']],
	['an endless text', 'a'.repeat(129)],
])('%s is no ID', (_what, value) => {
	expect(normalizeId(value)).toBeUndefined();
});

test('each part of a path stays one segment', () => {
	expect(buildPath('v2.0', 'vehicles', 'a/../b', 'batch')).toBe('/v2.0/vehicles/a%2F..%2Fb/batch');
});
