import {
	describeMistake,
	trimmedText,
	type CredentialValue,
} from '../../../../nodes/shared/credentialHints';

const UUID = '6b1f0c52-0000-4000-8000-000000000001';
const JWT = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl';

test.each<[string, CredentialValue, string, string]>([
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
		'looks like the Application ID',
	],
	['an access token', 'managementToken', JWT, 'looks like an access token'],
	['a hidden value', 'clientSecret', '••••••••', 'is a row of dots'],
	['asterisks', 'managementToken', '********', 'is a row of dots'],
	['quotation marks', 'clientId', '"client_01abc"', 'begins with a quotation mark'],
	['typographic quotation marks', 'clientId', '“client_01abc”', 'begins with a quotation mark'],
	[
		'the response of the token endpoint',
		'accessToken',
		'{"access_token":"abc"}',
		'looks like a JSON response',
	],
	['a header', 'accessToken', 'Bearer abc', "begins with 'Bearer' or 'Basic'"],
	['a labeled value', 'clientSecret', 'client_secret: abc', 'begins with the name of the value'],
	['two values', 'clientSecret', 'abc def', 'has a space or a line break inside'],
	['an address', 'clientId', 'https://example.com', 'is a web address: paste the value itself'],
])('recognizes %s in the field of %s', (_what, expected, value, description) => {
	const mistake = describeMistake('Field', expected, value);

	expect(mistake).toMatch(/^The 'Field' in this credential /);
	expect(mistake).toContain(description);
	expect(mistake).not.toContain(value);
});

test.each<[CredentialValue, string]>([
	['clientId', 'client_01abc'],
	['accessToken', JWT],
	['accessToken', UUID],
	['clientSecret', UUID],
	['accessToken', 'app-7c9f4b52'],
	['clientSecret', 'c2VjcmV0LWlkPQ=='],
	['managementToken', 'simulated-application-management-token'],
])('finds no mistake in a possible value of %s', (expected, value) => {
	expect(describeMistake('Field', expected, value)).toBeUndefined();
});

test('trims the whitespace around a pasted value', () => {
	expect(trimmedText('\u00a0 value\r\n')).toBe('value');
	expect(trimmedText(undefined)).toBe('');
});
