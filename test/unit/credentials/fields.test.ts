import type { ICredentialType } from 'n8n-workflow';
import { SmartcarAccessTokenApi } from '../../../credentials/SmartcarAccessTokenApi.credentials';
import { SmartcarApplicationApi } from '../../../credentials/SmartcarApplicationApi.credentials';
import { SmartcarOAuth2Api } from '../../../credentials/SmartcarOAuth2Api.credentials';
import { SmartcarWebhookApi } from '../../../credentials/SmartcarWebhookApi.credentials';

const types: ICredentialType[] = [
	new SmartcarApplicationApi(),
	new SmartcarAccessTokenApi(),
	new SmartcarOAuth2Api(),
	new SmartcarWebhookApi(),
];

describe.each(types.map((type): [string, ICredentialType] => [type.name, type]))(
	'%s',
	(_name, type) => {
		test('describes every visible field', () => {
			const visible = type.properties.filter(
				(property) => property.type !== 'hidden' && property.type !== 'notice',
			);
			expect(visible.filter(({ description }) => !description)).toEqual([]);
		});

		test('masks its secrets', () => {
			const secrets = type.properties.filter(({ name }) =>
				/(secret|accesstoken|managementtoken)$/i.test(name),
			);
			expect(secrets.length).toBeGreaterThan(0);
			for (const { typeOptions } of secrets) expect(typeOptions?.password).toBe(true);
		});
	},
);

test('the application token is one hidden, expirable field, empty by default', () => {
	const expirable = new SmartcarApplicationApi().properties.filter(
		({ typeOptions }) => typeOptions?.expirable,
	);
	expect(expirable).toEqual([
		expect.objectContaining({ name: 'accessToken', type: 'hidden', default: '' }),
	]);
});
