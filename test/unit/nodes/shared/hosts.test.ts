import { DEFAULT_HOSTS, hostExpression, resolveHost } from '../../../../nodes/shared/hosts';
import { customHostFields } from '../../../../nodes/shared/hosts.fields';

describe('resolveHost', () => {
	test.each([
		[
			'the switch is off',
			{ customHosts: false, signalsUrl: 'http://other' },
			DEFAULT_HOSTS.signalsUrl,
		],
		['there is no switch', { signalsUrl: 'http://other' }, DEFAULT_HOSTS.signalsUrl],
		['the field is empty', { customHosts: true, signalsUrl: ' ' }, DEFAULT_HOSTS.signalsUrl],
		[
			'the field is filled',
			{ customHosts: true, signalsUrl: 'http://other/v3' },
			'http://other/v3',
		],
		[
			'it ends in slashes',
			{ customHosts: true, signalsUrl: ' http://other/v3// ' },
			'http://other/v3',
		],
	])('when %s', (_when, credentials, expected) => {
		expect(resolveHost(credentials, 'signalsUrl')).toBe(expected);
	});
});

test('the expression of a host names its field and its public address', () => {
	expect(hostExpression('signalsUrl')).toContain('$credentials.signalsUrl');
	expect(hostExpression('signalsUrl')).toContain(`'${DEFAULT_HOSTS.signalsUrl}'`);
});

test('the fields are the switch and, behind it, the addresses with their public defaults', () => {
	const [customHosts, ...addresses] = customHostFields('tokenUrl', 'signalsUrl');
	expect(customHosts).toMatchObject({ name: 'customHosts', type: 'boolean', default: false });
	expect(addresses.map(({ name, default: value }) => [name, value])).toEqual([
		['tokenUrl', DEFAULT_HOSTS.tokenUrl],
		['signalsUrl', DEFAULT_HOSTS.signalsUrl],
	]);
	for (const { displayOptions } of addresses)
		expect(displayOptions).toEqual({ show: { customHosts: [true] } });
});
