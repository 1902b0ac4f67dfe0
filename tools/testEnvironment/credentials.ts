import type { Simulator } from '../../simulator/simulator';
import type { CredentialToImport } from '../n8n/cli';

/** The application that the simulated service knows. */
export const APPLICATION = {
	clientId: 'client_01simulated',
	clientSecret: 'simulated-client-secret',
	/** Smartcar Connect rejects a client ID that begins with `client_`. */
	oAuth2ClientId: 'b7c1d5a2-3e4f-4a6b-8c9d-0e1f2a3b4c5d',
	applicationId: '8229df9f-91a0-4ff0-a1ae-a1f38ee24d07',
	applicationManagementToken: 'simulated-application-management-token',
};

/** Reference to the imported application credential, as a node stores it. */
export const APPLICATION_CREDENTIAL = { id: 'smartcarApp00001', name: 'Smartcar Application' };

/** Reference to the imported webhook credential, as a node stores it. */
export const WEBHOOK_CREDENTIAL = { id: 'smartcarWebhook01', name: 'Smartcar Webhook' };

/**
 * The two Smartcar credentials that the example workflows use, followed by `others`. Smartcar
 * credentials, also those of `others`, get the simulator's hosts.
 */
export function credentialsFor(
	{ hosts }: Simulator,
	others: CredentialToImport[] = [],
): CredentialToImport[] {
	const { applicationManagementToken, clientId, clientSecret, applicationId } = APPLICATION;
	const webhook = {
		...WEBHOOK_CREDENTIAL,
		type: 'smartcarWebhookApi',
		data: { applicationManagementToken },
	};
	const application = {
		...APPLICATION_CREDENTIAL,
		type: 'smartcarApplicationApi',
		data: { clientId, clientSecret, applicationId },
	};
	return [webhook, application, ...others].map((credential) =>
		credential.type.startsWith('smartcar')
			? {
					...credential,
					data: { accessToken: '', ...credential.data, customHosts: true, ...hosts },
				}
			: credential,
	);
}
