import nock from 'nock';
import { createHarness } from '../support/harness';
import { testCredential } from '../support/credentialTest';
import type { Secrets } from '../support/credentials';
import { APPLICATION, PACKAGE_FOLDER, signalsApi, tokenApi, useNock } from './runSmartcar';

useNock();

const check = async (type: string, values: Secrets[string]) =>
	await testCredential(await createHarness(PACKAGE_FOLDER, { [type]: values }), type);

const ELSEWHERE = 'https://elsewhere.example/';
const redirect = { location: ELSEWHERE };

/** The host that a test call is redirected to. @returns what it has received as authorization */
function otherHost(): unknown[] {
	const received: unknown[] = [];
	nock(ELSEWHERE)
		.get('/')
		.query(true)
		.reply(function reply() {
			received.push(this.req.headers.authorization);
			return [200, {}];
		});
	return received;
}

describe('a credential test that is redirected to another host does not send there', () => {
	test('the access token of an application', async () => {
		tokenApi().post('/oauth2/token').reply(200, { access_token: 'fresh' });
		signalsApi().get('/connections').query(true).reply(302, '', redirect);
		const received = otherHost();
		await check('smartcarApplicationApi', APPLICATION);
		expect(received).toEqual([undefined]);
	});

	test('an access token', async () => {
		signalsApi().get('/connections').query(true).reply(302, '', redirect);
		const received = otherHost();
		await check('smartcarAccessTokenApi', { accessToken: 'mine' });
		expect(received).toEqual([undefined]);
	});

	test('the application management token', async () => {
		nock('https://management.smartcar.com')
			.get('/v2.0/management/connections')
			.query(true)
			.reply(302, '', redirect);
		const received = otherHost();
		await check('smartcarWebhookApi', { applicationManagementToken: 'amt' });
		expect(received).toEqual([undefined]);
	});
});

test('the client secret is not sent along a redirect of the token endpoint', async () => {
	tokenApi().post('/oauth2/token').reply(307, '', redirect);
	const other = nock(ELSEWHERE).post('/').reply(200, { access_token: 'theirs' });
	expect(await check('smartcarApplicationApi', APPLICATION)).toBe(
		"The token endpoint https://iam.smartcar.com/oauth2/token redirects to another address. With 'Custom Hosts' on, enter the final address as 'Token URL' in the credential",
	);
	expect(other.isDone()).toBe(false);
});
