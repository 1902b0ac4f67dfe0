import type { Simulator } from '../../test/simulator/simulator';
import type { CredentialToImport } from '../n8n/cli';

/** What the simulated service knows its application by. */
export const APPLICATION = {
	clientId: 'client_01simulated',
	clientSecret: 'simulated-client-secret',
	applicationManagementToken: 'simulated-application-management-token',
};

/** The credentials that the example workflows refer to, with the simulated service as host. */
export function credentialsFor({ hosts }: Simulator): CredentialToImport[] {
	const { clientId, clientSecret, applicationManagementToken } = APPLICATION;
	const { legacyManagementUrl, vehicleDataUrl, managementUrl, signalsUrl, compatibilityUrl, tokenUrl } = hosts;
	const apis = { vehicleDataUrl, managementUrl, signalsUrl, compatibilityUrl, tokenUrl };
	return [
		{
			id: 'smartcarWebhook01',
			name: 'Smartcar Webhook',
			type: 'smartcarWebhookApi',
			data: { applicationManagementToken, customHosts: true, legacyManagementUrl },
		},
		{
			id: 'smartcarApp00001',
			name: 'Smartcar Application',
			type: 'smartcarApplicationApi',
			data: { clientId, clientSecret, accessToken: '', customHosts: true, ...apis },
		},
	];
}
