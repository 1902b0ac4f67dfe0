import type { IHttpRequestOptions } from 'n8n-workflow';
import { SmartcarAccessTokenApi } from '../../../../credentials/SmartcarAccessTokenApi.credentials';
import { SmartcarApplicationApi } from '../../../../credentials/SmartcarApplicationApi.credentials';
import { withDeparture } from '../../../../nodes/shared/departure';

const types = [new SmartcarApplicationApi(), new SmartcarAccessTokenApi()];
const request: IHttpRequestOptions = { url: 'https://vehicle.api.smartcar.com/v3/connections' };

async function authenticate(
	type: (typeof types)[number],
	options: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	if (typeof type.authenticate !== 'function')
		throw new Error(`${type.name} does not authenticate by a function`);
	return await type.authenticate({ accessToken: 'token' }, options);
}

describe.each(types.map((type) => ({ name: type.name, type })))('$name', ({ type }) => {
	test('lets a request wait for its turn after the credential was read, also when n8n copied its options', async () => {
		let depart = () => {};
		const turn = new Promise<void>((resolve) => (depart = resolve));
		const states: string[] = [];
		const authenticated = authenticate(type, { ...withDeparture(request, async () => await turn) });
		void authenticated.then(() => states.push('sent'));

		await new Promise(setImmediate);
		expect(states).toEqual([]);
		depart();

		expect(await authenticated).toMatchObject({
			url: request.url,
			headers: { Authorization: 'Bearer token' },
		});
	});

	test('does not send what may not depart any more', async () => {
		const options = withDeparture(
			request,
			async () => await Promise.reject(new Error('The execution was cancelled')),
		);

		await expect(authenticate(type, options)).rejects.toThrow('The execution was cancelled');
	});

	test('adds the token to a request that waits for nothing, such as that of another node', async () => {
		expect(await authenticate(type, request)).toEqual({
			...request,
			headers: { Authorization: 'Bearer token' },
		});
	});
});
