import {
	buildPath,
	ID_PATTERN,
	linkPattern,
	normalizeId,
} from '../../../../../nodes/Smartcar/transport/paths';

test.each([
	['a UUID', '36ab27d0-fd9d-4455-823a-ce30af709ffc', '36ab27d0-fd9d-4455-823a-ce30af709ffc'],
	['a prefixed ID', 'sched_000001', 'sched_000001'],
	['an ID with pasted whitespace', ' v1\n', 'v1'],
])('%s is an ID', (_what, value, expected) => {
	expect(normalizeId(value)).toBe(expected);
	expect(expected).toMatch(new RegExp(`^${ID_PATTERN}$`));
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

const linked = (link: string) => new RegExp(linkPattern('vehicles')).exec(link)?.[1];

test.each([
	['with a host', 'https://vehicle.api.smartcar.com/v3/vehicles/v1'],
	['with more behind the ID', ' http://localhost:4010/v3/vehicles/v1/signals/odometer?a=b#c '],
	['without a host', '/vehicles/v1/charge-schedules/sched_1'],
	['with the service right behind the host', 'https://example.com/vehicles/v1/'],
])('a link %s names its ID', (_what, link) => {
	expect(linked(link)).toBe('v1');
});

test.each([
	['of another kind', 'https://vehicle.api.smartcar.com/v3/connections/v1'],
	['without an ID', 'https://vehicle.api.smartcar.com/v3/vehicles/'],
	['that only has it in its query', 'https://example.com/?next=/vehicles/v1'],
	['that climbs', 'https://example.com/vehicles/../user'],
	['with an encoded slash', 'https://example.com/vehicles/a%2Fb'],
	['of another scheme', 'javascript://vehicles/v1'],
	['without a slash in front', 'vehicles/v1'],
	['of which only the beginning is one', 'https://example.com/vehicles/v1 and more'],
])('a link %s names none', (_what, link) => {
	expect(linked(link)).toBeUndefined();
});

test('an endless link is turned away at once', () => {
	const before = performance.now();
	expect(linked(`https://${'/vehicles/..'.repeat(20_000)}`)).toBeUndefined();
	expect(performance.now() - before).toBeLessThan(1000);
});
