import { DEFAULT_HOSTS, hostExpression, resolveHost } from '../../../../nodes/shared/hosts';
import { customHostFields } from '../../../../nodes/shared/hostFields';

describe('resolveHost', () => {
	test.each([
		['Custom Hosts is off', { customHosts: false, signalsUrl: 'http://other' }],
		['its expression returns false as text', { customHosts: ' False', signalsUrl: 'http://other' }],
		['the credential has no Custom Hosts', { signalsUrl: 'http://other' }],
		['the field is empty', { customHosts: true, signalsUrl: ' ' }],
	])('returns the public URL if %s', (_when, credentials) => {
		expect(resolveHost(credentials, 'signalsUrl')).toBe(DEFAULT_HOSTS.signalsUrl);
	});

	test.each(['http://other/v3', ' http://other/v3// '])(
		'returns the URL from the credential without slashes at its end: "%s"',
		(signalsUrl) => {
			const credentials = { customHosts: true, signalsUrl };
			expect(resolveHost(credentials, 'signalsUrl')).toBe('http://other/v3');
		},
	);

	test('returns the URL from the credential if an expression returns true as text', () => {
		const credentials = { customHosts: 'True ', signalsUrl: 'http://other/v3' };

		expect(resolveHost(credentials, 'signalsUrl')).toBe('http://other/v3');
	});

	test('keeps the slash at the end if no path is added to the URL', () => {
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
