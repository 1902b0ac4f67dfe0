import { inspect } from 'node:util';
import {
	UserError,
	type ICredentialDataDecryptedObject,
	type IHttpRequestHelper,
} from 'n8n-workflow';
import { SmartcarApplicationApi } from '../../../credentials/SmartcarApplicationApi.credentials';

const CREDENTIALS = { clientId: 'client_1', clientSecret: 'secret' };

type HttpRequest = IHttpRequestHelper['helpers']['httpRequest'];

async function requestToken(httpRequest: HttpRequest, credentials: ICredentialDataDecryptedObject) {
	const context = { helpers: { httpRequest } } as IHttpRequestHelper;
	return await new SmartcarApplicationApi().preAuthentication.call(context, credentials);
}

/**
 * Requests a token.
 * @returns the message of the error, which names the status, or 'a token' if there is no error
 */
async function messageFor(
	httpRequest: HttpRequest,
	credentials: ICredentialDataDecryptedObject,
): Promise<string> {
	return await requestToken(httpRequest, credentials).then(
		() => 'a token',
		({ message }: Error) => message,
	);
}

test("n8n's reason for not sending the token request is not replaced", async () => {
	const reason = new UserError('Domain not allowed: iam.smartcar.com');
	const httpRequest = jest.fn().mockRejectedValue(reason);

	await expect(requestToken(httpRequest, CREDENTIALS)).rejects.toBe(reason);
});

describe('a token endpoint that rejects the client', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	const respondingWith = (statusCode: number, body: unknown = { error: 'invalid_client' }) =>
		jest.fn().mockResolvedValue({ statusCode, body, headers: {} });

	test.each([400, 401])('is asked again only five seconds after %i', async (status) => {
		const httpRequest = respondingWith(status);
		const credentials = { clientId: 'client_1', clientSecret: `rejected with ${status}` };
		const first = await messageFor(httpRequest, credentials);
		expect(await messageFor(httpRequest, { ...credentials, accessToken: 'old' })).toBe(first);
		expect(httpRequest).toHaveBeenCalledTimes(1);

		jest.advanceTimersByTime(5_000);
		await messageFor(httpRequest, credentials);
		expect(httpRequest).toHaveBeenCalledTimes(2);
	});

	test.each([
		['another secret', { clientSecret: 'new' }],
		['another token endpoint', { customHosts: true, tokenUrl: 'https://localhost/token' }],
	])('is asked at once for %s', async (_what, changes) => {
		const credentials = { clientId: 'client_2', clientSecret: 'deleted' };
		await messageFor(respondingWith(401), credentials);
		const httpRequest = jest
			.fn()
			.mockResolvedValue({ statusCode: 200, body: { access_token: 'token' }, headers: {} });
		expect(await messageFor(httpRequest, { ...credentials, ...changes })).toBe('a token');
	});

	test.each([429, 500, 302])('is asked again at once after %i', async (status) => {
		const httpRequest = respondingWith(status);
		const credentials = { clientId: 'client_3', clientSecret: 'secret' };
		await messageFor(httpRequest, credentials);
		await messageFor(httpRequest, credentials);
		expect(httpRequest).toHaveBeenCalledTimes(2);
	});

	test.each([
		[400, '<html>Bad Request</html>'],
		[401, '<html>Log in</html>'],
		[401, ''],
		[401, { error: { reason: 'no session' } }],
	])('has not rejected it with a %i without an error code: %j', async (status, body) => {
		const httpRequest = respondingWith(status, body);
		const credentials = { clientId: 'client_7', clientSecret: 'secret' };
		expect(await messageFor(httpRequest, credentials)).toBe(
			`The token endpoint https://iam.smartcar.com/oauth2/token answered HTTP ${status} without an access token`,
		);
		await messageFor(httpRequest, credentials);
		expect(httpRequest).toHaveBeenCalledTimes(2);
	});
});

test.each([
	['the secret as it was sent', 'client_5', 'a+b/c=', 'client_secret=a%2Bb%2Fc%3D'],
	['a secret that was entered as the client ID', 'hidden-value', 'client_6', 'no hidden-value'],
])('%s is not in the error', async (_what, clientId, clientSecret, description) => {
	const body = { error: 'invalid_client', error_description: description };
	const httpRequest = jest.fn().mockResolvedValue({ statusCode: 400, body, headers: {} });

	const message = await messageFor(httpRequest, { clientId, clientSecret });
	expect(message).toMatch(/\(invalid_client: (client_secret=|no )\*\*\*\)/);
});

test('no property of the error has the client secret, even if the token endpoint repeats it', async () => {
	const clientSecret = 'not-for-logs';
	const body = {
		error: `bad ${clientSecret}`,
		error_description: `got ${clientSecret} and ${clientSecret}`,
	};
	const httpRequest = jest.fn().mockResolvedValue({ statusCode: 400, body, headers: {} });
	const credentials = { clientId: 'client_4', clientSecret };

	const error: unknown = await requestToken(httpRequest, credentials).catch(
		(cause: unknown) => cause,
	);

	expect(error).toMatchObject({
		message: expect.stringContaining('(bad ***: got *** and ***)'),
		oauthError: 'bad ***',
	});
	expect(inspect(error, { depth: null, showHidden: true })).not.toContain(clientSecret);
});
