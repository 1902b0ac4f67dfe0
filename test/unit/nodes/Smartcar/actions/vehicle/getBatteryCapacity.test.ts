import { fillRedirectUri } from '../../../../../../nodes/Smartcar/actions/vehicle/getBatteryCapacity.operation';

const REDIRECT_URI = 'https://example.com/done?car=1';
const ENCODED = 'https%3A%2F%2Fexample.com%2Fdone%3Fcar%3D1';

test.each([
	[
		'empty at the end',
		'https://c/b?token=a%2Bb&redirect_uri=',
		`https://c/b?token=a%2Bb&redirect_uri=${ENCODED}`,
	],
	[
		'empty in between',
		'https://c/b?redirect_uri=&token=a+b',
		`https://c/b?redirect_uri=${ENCODED}&token=a+b`,
	],
	['without a value', 'https://c/b?redirect_uri&x=1', `https://c/b?redirect_uri=${ENCODED}&x=1`],
	['already filled', 'https://c/b?redirect_uri=x&y=1', 'https://c/b?redirect_uri=x&y=1'],
	['missing', 'https://c/b?y=1', `https://c/b?y=1&redirect_uri=${ENCODED}`],
	['missing, without a query', 'https://c/b', `https://c/b?redirect_uri=${ENCODED}`],
	[
		'missing, with a fragment',
		'https://c/b?y=1#top',
		`https://c/b?y=1&redirect_uri=${ENCODED}#top`,
	],
	[
		'only as a part of another name',
		'https://c/b?my_redirect_uri=',
		`https://c/b?my_redirect_uri=&redirect_uri=${ENCODED}`,
	],
])('redirect_uri %s', (_what, url, expected) => {
	expect(fillRedirectUri(url, REDIRECT_URI)).toBe(expected);
});

test('keeps a $ in the redirect URI', () => {
	expect(fillRedirectUri('https://c/b?redirect_uri=', "https://d/$&$'")).toBe(
		"https://c/b?redirect_uri=https%3A%2F%2Fd%2F%24%26%24'",
	);
});
