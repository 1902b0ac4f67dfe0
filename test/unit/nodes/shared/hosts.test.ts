import { DEFAULT_HOSTS, hostExpression, resolveHost } from '../../../../nodes/shared/hosts';
import { customHostFields } from '../../../../nodes/shared/hostFields';

describe('resolveHost', () => {
	test.each([
		[
			'Custom Hosts is off',
			{ customHosts: false, signalsUrl: 'http://other' },
			DEFAULT_HOSTS.signalsUrl,
		],
		[
			'the credential has no Custom Hosts',
			{ signalsUrl: 'http://other' },
			DEFAULT_HOSTS.signalsUrl,
		],
		['the field is empty', { customHosts: true, signalsUrl: ' ' }, DEFAULT_HOSTS.signalsUrl],
		[
			'the field is filled',
			{ customHosts: true, signalsUrl: 'http://other/v3' },
			'http://other/v3',
		],
		[
			'the URL ends in slashes',
			{ customHosts: true, signalsUrl: ' http://other/v3// ' },
			'http://other/v3',
		],
	])('when %s', (_when, credentials, expected) => {
		expect(resolveHost(credentials, 'signalsUrl')).toBe(expected);
	});

	test('when no path is added, the slash at the end stays', () => {
		const credentials = { customHosts: true, tokenUrl: 'http://other/token/' };

		expect(resolveHost(credentials, 'tokenUrl')).toBe('http://other/token/');
	});
});

test('the expression of a host contains its field and its public URL', () => {
	expect(hostExpression('signalsUrl')).toContain('$credentials.signalsUrl');
	expect(hostExpression('signalsUrl')).toContain(`'${DEFAULT_HOSTS.signalsUrl}'`);
});

test('the URL fields have the public hosts as defaults and are shown with Custom Hosts', () => {
	const [customHosts, ...urls] = customHostFields('tokenUrl', 'signalsUrl');
	expect(customHosts).toMatchObject({ name: 'customHosts', type: 'boolean', default: false });
	expect(urls.map(({ name, default: value }) => [name, value])).toEqual([
		['tokenUrl', DEFAULT_HOSTS.tokenUrl],
		['signalsUrl', DEFAULT_HOSTS.signalsUrl],
	]);
	for (const { displayOptions } of urls)
		expect(displayOptions).toEqual({ show: { customHosts: [true] } });
});
