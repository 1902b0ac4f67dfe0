import { UserError, type IHttpRequestHelper } from 'n8n-workflow';
import { SmartcarApplicationApi } from '../../../credentials/SmartcarApplicationApi.credentials';

const CREDENTIALS = { clientId: 'client_1', clientSecret: 'secret' };

test("n8n's reason for not sending the token request is not replaced", async () => {
	const reason = new UserError('Domain not allowed: iam.smartcar.com');
	const httpRequest = jest.fn().mockRejectedValue(reason);
	const context = { helpers: { httpRequest } } as IHttpRequestHelper;

	await expect(
		new SmartcarApplicationApi().preAuthentication.call(context, CREDENTIALS),
	).rejects.toBe(reason);
});
