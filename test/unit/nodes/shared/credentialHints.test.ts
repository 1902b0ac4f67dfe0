import { pastedText, slipIn, type DashboardValue } from '../../../../nodes/shared/credentialHints';

const UUID = '6b1f0c52-0000-4000-8000-000000000001';
const JWT = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl';

test.each<[string, DashboardValue, string, string]>([
	[
		'a client ID',
		'accessToken',
		'client_01abc',
		"looks like the client ID, which usually begins with 'client_'",
	],
	['an Application ID', 'clientId', UUID, 'looks like the Application ID, a UUID'],
	[
		'an Application ID with its prefix',
		'clientSecret',
		`app_${UUID}`,
		'looks like the Application ID, a UUID',
	],
	['an access token', 'managementToken', JWT, 'looks like an access token'],
	['a hidden value', 'clientSecret', '••••••••', 'is a row of dots'],
	['asterisks', 'managementToken', '********', 'is a row of dots'],
	['quotation marks', 'clientId', '"client_01abc"', 'begins with a quotation mark'],
	['typographic quotation marks', 'clientId', '“client_01abc”', 'begins with a quotation mark'],
	[
		'the answer of the token endpoint',
		'accessToken',
		'{"access_token":"abc"}',
		'looks like a whole answer in JSON',
	],
	['a header', 'accessToken', 'Bearer abc', "begins with 'Bearer' or 'Basic'"],
	['a labelled value', 'clientSecret', 'client_secret: abc', 'begins with the name of the value'],
	['two values', 'clientSecret', 'abc def', 'has a space or a line break inside'],
	['an address', 'clientId', 'https://example.com', 'is a web address'],
])('recognises %s where %s is wanted', (_what, wanted, value, says) => {
	const slip = slipIn('Field', wanted, value);

	expect(slip).toMatch(/^The 'Field' in this credential /);
	expect(slip).toContain(says);
	expect(slip).not.toContain(value);
});

test.each<[DashboardValue, string]>([
	['clientId', 'client_01abc'],
	['accessToken', JWT],
	['accessToken', 'app-7c9f4b52'],
	['clientSecret', 'c2VjcmV0LWlkPQ=='],
	['managementToken', 'simulated-application-management-token'],
])('has nothing to say about a value of %s that may be right', (wanted, value) => {
	expect(slipIn('Field', wanted, value)).toBeUndefined();
});

test('takes the blanks off that come along when something is copied, and nothing else for text', () => {
	expect(pastedText('\u00a0 value\r\n')).toBe('value');
	expect(pastedText(undefined)).toBe('');
});
