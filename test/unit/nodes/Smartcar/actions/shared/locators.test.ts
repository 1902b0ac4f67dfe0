import {
	linkPattern,
	normalizeId,
	vehicleLocator,
	webhookLocator,
} from '../../../../../../nodes/Smartcar/actions/shared/locators';

test.each([
	['a UUID', '36ab27d0-fd9d-4455-823a-ce30af709ffc', '36ab27d0-fd9d-4455-823a-ce30af709ffc'],
	[
		'a UUID in capitals',
		'36AB27D0-FD9D-4455-823A-CE30AF709FFC',
		'36ab27d0-fd9d-4455-823a-ce30af709ffc',
	],
	['a prefixed ID', 'sched_000001', 'sched_000001'],
	['another ID in capitals', 'SCHED_1', 'SCHED_1'],
	['an ID with pasted whitespace', ' v1\n', 'v1'],
])('%s is an ID', (_what, value, expected) => {
	expect(normalizeId(value)).toBe(expected);
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
	['the text of an empty expression', 'undefined'],
	['null as text', 'null'],
	['an object as text', '[object Object]'],
	['undefined', undefined],
	['null', null],
	['a number', 12],
	['an object', { id: 'v1' }],
	['a list', ['v1']],
	['a text that is too long', 'a'.repeat(129)],
])('%s is not an ID', (_what, value) => {
	expect(normalizeId(value)).toBeUndefined();
});

const idInLink = (link: string) => new RegExp(linkPattern('vehicles')).exec(link)?.[1];

test.each([
	['with a host', 'https://vehicle.api.smartcar.com/v3/vehicles/v1'],
	[
		'with a path, query and fragment after the ID',
		' http://localhost:4010/v3/vehicles/v1/signals/odometer?a=b#c ',
	],
	['without a host', '/vehicles/v1/charge-schedules/sched_1'],
	['without a version prefix', 'https://example.com/vehicles/v1/'],
])('a link %s contains the ID', (_what, link) => {
	expect(idInLink(link)).toBe('v1');
});

test.each([
	['to another collection', 'https://vehicle.api.smartcar.com/v3/connections/v1'],
	['without an ID', 'https://vehicle.api.smartcar.com/v3/vehicles/'],
	['with the ID only in the query', 'https://example.com/?next=/vehicles/v1'],
	['with a parent folder', 'https://example.com/vehicles/../user'],
	['with an encoded slash', 'https://example.com/vehicles/a%2Fb'],
	['with another scheme', 'javascript://vehicles/v1'],
	['without a leading slash', 'vehicles/v1'],
	['with text after it', 'https://example.com/vehicles/v1 and more'],
])('a link %s contains no ID', (_what, link) => {
	expect(idInLink(link)).toBeUndefined();
});

test('a very long link is rejected fast', () => {
	const before = performance.now();
	expect(idInLink(`https://${'/vehicles/..'.repeat(20_000)}`)).toBeUndefined();
	expect(performance.now() - before).toBeLessThan(1000);
});

test.each([
	['a link of 2,000 characters', 'v1', 'https://example.com/vehicles/v1?', 2000],
	['a link of 3,000 characters', undefined, 'https://example.com/vehicles/v1?', 3000],
	['an ID with blanks up to 3,000 characters', undefined, 'v1', 3000],
])('By URL reads %s as %s', (_what, expected, start, length) => {
	const value = start.padEnd(length, start.includes('?') ? 'a' : ' ');
	expect(vehicleLocator.parse({ __rl: true, mode: 'url', value })).toBe(expected);
});

test.each([
	['by ID', 'id', ' WH_36ab27d0-fd9d-4455-823a-ce30af709ffc\n'],
	['by URL', 'url', 'https://example.com/webhooks/wh_36ab27d0-fd9d-4455-823a-ce30af709ffc'],
])('the ID of a webhook in a newer event has no prefix in the API: %s', (_what, mode, value) => {
	expect(webhookLocator.parse({ __rl: true, mode, value })).toBe(
		'36ab27d0-fd9d-4455-823a-ce30af709ffc',
	);
});

test('the prefix of another ID belongs to it', () => {
	expect(webhookLocator.parse('wh_1')).toBe('wh_1');
	expect(vehicleLocator.parse('wh_36ab27d0-fd9d-4455-823a-ce30af709ffc')).toBe(
		'wh_36ab27d0-fd9d-4455-823a-ce30af709ffc',
	);
});
