import nock from 'nock';
import {
	APPLICATION,
	checkCredential,
	signalsApi,
	tokenApi,
	useNock,
	vehicleApi,
} from './runSmartcar';

useNock();

const ELSEWHERE = 'https://elsewhere.example/';
const redirect = { location: ELSEWHERE };

const REDIRECTED =
	/^The test call was redirected to another address\. With 'Custom Hosts' on, enter the final address/;

describe.each([
	['to another host', redirect],
	['without a new address', {}],
])('a credential test that is redirected %s fails', (_where, headers) => {
	/** The host of the redirect would accept any token. */
	const otherHost = () => nock(ELSEWHERE).get('/').query(true).reply(200, {});

	test.each([301, 302, 307, 308])('with an application (%i)', async (status) => {
		tokenApi().post('/oauth2/token').reply(200, { access_token: 'fresh' });
		signalsApi().get('/connections').query(true).reply(status, '', headers);
		const other = otherHost();
		const values = { ...APPLICATION, accessToken: '' };
		expect(await checkCredential('smartcarApplicationApi', values)).toMatch(REDIRECTED);
		expect(other.isDone()).toBe(false);
	});

	test.each(['application', 'vehicle'])('with an access token (%s)', async (bearerType) => {
		signalsApi().get('/connections').query(true).reply(302, '', headers);
		vehicleApi().get('/v2.0/user').reply(302, '', headers);
		const other = otherHost();
		const values = { accessToken: 'mine', bearerType };
		expect(await checkCredential('smartcarAccessTokenApi', values)).toMatch(REDIRECTED);
		expect(other.isDone()).toBe(false);
	});

	test.each([301, 302, 307, 308])('with an application management token (%i)', async (status) => {
		nock('https://management.smartcar.com')
			.get('/v2.0/management/connections')
			.query(true)
			.reply(status, '', headers);
		const other = otherHost();
		const values = { applicationManagementToken: 'amt' };
		expect(await checkCredential('smartcarWebhookApi', values)).toMatch(REDIRECTED);
		expect(other.isDone()).toBe(false);
	});
});

test('the client secret is not sent to the address that the token endpoint redirects to', async () => {
	tokenApi().post('/oauth2/token').reply(307, '', redirect);
	const other = nock(ELSEWHERE).post('/').reply(200, { access_token: 'theirs' });
	expect(await checkCredential('smartcarApplicationApi', APPLICATION)).toBe(
		"The token endpoint https://iam.smartcar.com/oauth2/token redirects to another address. With 'Custom Hosts' on, enter the final address as 'Token URL' in the credential",
	);
	expect(other.isDone()).toBe(false);
});
