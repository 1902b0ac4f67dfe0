import type { Simulator } from '../../simulator/simulator';
import type { CredentialToImport } from '../n8n/cli';

/** What the simulated service knows its application by. */
export const APPLICATION = {
	clientId: 'client_01simulated',
	clientSecret: 'simulated-client-secret',
	applicationManagementToken: 'simulated-application-management-token',
};

/** The Smartcar credentials that the example workflows refer to, and others; those for Smartcar have the simulated service as host. */
export function credentialsFor(
	{ hosts }: Simulator,
	others: CredentialToImport[] = [],
): CredentialToImport[] {
	const { clientId, clientSecret, applicationManagementToken } = APPLICATION;
	const own = [
		{
			id: 'smartcarWebhook01',
			name: 'Smartcar Webhook',
			type: 'smartcarWebhookApi',
			data: { applicationManagementToken },
		},
		{
			id: 'smartcarApp00001',
			name: 'Smartcar Application',
			type: 'smartcarApplicationApi',
			data: { clientId, clientSecret },
		},
	];
	return [...own, ...others].map((credential) =>
		credential.type.startsWith('smartcar')
			? {
					...credential,
					data: { accessToken: '', ...credential.data, customHosts: true, ...hosts },
				}
			: credential,
	);
}
