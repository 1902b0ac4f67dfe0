import { inspect } from 'node:util';
import {
	UserError,
	type ICredentialDataDecryptedObject,
	type IHttpRequestHelper,
} from 'n8n-workflow';
import { SmartcarApplicationApi } from '../../../credentials/SmartcarApplicationApi.credentials';

const CREDENTIALS = { clientId: 'client_1', clientSecret: 'secret' };

/** Requests a token. @returns the message of the error, which names the status */
async function messageFor(
	{ httpRequest }: Pick<IHttpRequestHelper['helpers'], 'httpRequest'>,
	credentials: ICredentialDataDecryptedObject,
): Promise<string> {
	const context = { helpers: { httpRequest } } as IHttpRequestHelper;
	const token = new SmartcarApplicationApi().preAuthentication.call(context, credentials);
	return await token.then(
		() => 'a token',
		({ message }: Error) => message,
	);
}

test("n8n's reason for not sending the token request is not replaced", async () => {
	const reason = new UserError('Domain not allowed: iam.smartcar.com');
	const httpRequest = jest.fn().mockRejectedValue(reason);
	const context = { helpers: { httpRequest } } as IHttpRequestHelper;

	await expect(
		new SmartcarApplicationApi().preAuthentication.call(context, CREDENTIALS),
	).rejects.toBe(reason);
});

describe('a token endpoint that rejects the client', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	const answering = (statusCode: number) =>
		jest.fn().mockResolvedValue({ statusCode, body: {}, headers: {} });

	test.each([400, 401])('is asked again after five seconds (%i)', async (status) => {
		const httpRequest = answering(status);
		const credentials = { clientId: 'client_1', clientSecret: `rejected with ${status}` };
		const first = await messageFor({ httpRequest }, credentials);
		expect(await messageFor({ httpRequest }, { ...credentials, accessToken: 'old' })).toBe(first);
		expect(httpRequest).toHaveBeenCalledTimes(1);

		jest.advanceTimersByTime(5_000);
		await messageFor({ httpRequest }, credentials);
		expect(httpRequest).toHaveBeenCalledTimes(2);
	});

	test.each([
		['another secret', { clientSecret: 'new' }],
		['another token endpoint', { customHosts: true, tokenUrl: 'https://localhost/token' }],
	])('is asked at once for %s', async (_what, changes) => {
		const credentials = { clientId: 'client_2', clientSecret: 'deleted' };
		await messageFor({ httpRequest: answering(401) }, credentials);
		const httpRequest = jest
			.fn()
			.mockResolvedValue({ statusCode: 200, body: { access_token: 'token' }, headers: {} });
		expect(await messageFor({ httpRequest }, { ...credentials, ...changes })).toBe('a token');
	});

	test.each([429, 500, 302])('is asked again at once after %i', async (status) => {
		const httpRequest = answering(status);
		const credentials = { clientId: 'client_3', clientSecret: 'secret' };
		await messageFor({ httpRequest }, credentials);
		await messageFor({ httpRequest }, credentials);
		expect(httpRequest).toHaveBeenCalledTimes(2);
	});
});

test.each([
	['the secret as it was sent', 'client_5', 'a+b/c=', 'client_secret=a%2Bb%2Fc%3D'],
	['a secret that was entered as the client ID', 'hidden-value', 'client_6', 'no hidden-value'],
])('%s is not in the error', async (_what, clientId, clientSecret, description) => {
	const body = { error: 'invalid_client', error_description: description };
	const httpRequest = jest.fn().mockResolvedValue({ statusCode: 400, body, headers: {} });

	const message = await messageFor({ httpRequest }, { clientId, clientSecret });
	expect(message).toMatch(/\(invalid_client: (client_secret=|no )\*\*\*\)/);
});

test('the client secret is not in the error, even if the token endpoint repeats it', async () => {
	const clientSecret = 'not-for-logs';
	const body = {
		error: `bad ${clientSecret}`,
		error_description: `got ${clientSecret} and ${clientSecret}`,
	};
	const httpRequest = jest.fn().mockResolvedValue({ statusCode: 400, body, headers: {} });
	const context = { helpers: { httpRequest } } as unknown as IHttpRequestHelper;
	const credentials = { clientId: 'client_4', clientSecret };

	const token = new SmartcarApplicationApi().preAuthentication.call(context, credentials);
	const error: unknown = await token.catch((cause: unknown) => cause);

	expect(error).toMatchObject({
		message: expect.stringContaining('(bad ***: got *** and ***)'),
		oauthError: 'bad ***',
	});
	expect(inspect(error, { depth: null, showHidden: true })).not.toContain(clientSecret);
});
