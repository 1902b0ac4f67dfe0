import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	ILoadOptionsFunctions,
} from 'n8n-workflow';
import { HOST_FIELDS } from '../../shared/hostFields';
import { resolveHost, type HostName } from '../../shared/hosts';
import { operationError } from '../../shared/operationError';
import type { ApiHost, CredentialType } from './request';

/** What n8n calls an operation or a list search with. */
export type ApiContext = IExecuteFunctions | ILoadOptionsFunctions;

/** The credential and the hosts that all requests of a run use. */
export interface ApiAccess {
	credentialType: CredentialType;
	hosts: Record<ApiHost, string>;
}

/** The credential type for each value of the parameter Authentication. */
const CREDENTIAL_TYPES = new Map<unknown, CredentialType>([
	['applicationApi', 'smartcarApplicationApi'],
	['oAuth2Api', 'smartcarOAuth2Api'],
	['accessTokenApi', 'smartcarAccessTokenApi'],
]);

/** The values of the parameter Authentication. */
export const AUTHENTICATIONS = [...CREDENTIAL_TYPES.keys()].map(String);

/**
 * Reads a host from a credential. Throws a NodeOperationError that names the field if the URL
 * cannot be used. With a user name in it, axios would send that instead of the access token.
 */
export function readHost(
	context: ApiContext,
	credentials: ICredentialDataDecryptedObject,
	name: HostName,
): string {
	const url = resolveHost(credentials, name);
	if (/^https?:\/\/[^/\s?#@]+(\/[^\s?#]*)?$/i.test(url)) return url;
	throw operationError(
		context.getNode(),
		`'${HOST_FIELDS[name].displayName}' in the Smartcar credential cannot be used as a URL`,
		{
			description:
				'Enter a URL that begins with https:// or http:// and has no user name, password or query, or turn off Custom Hosts.',
		},
	);
}

/**
 * Reads the hosts from the credential that the parameter Authentication names.
 *
 * @returns undefined when the value is not an option of Authentication
 */
export async function readApiAccess(
	context: ApiContext,
	authentication: unknown,
): Promise<ApiAccess | undefined> {
	const credentialType = CREDENTIAL_TYPES.get(authentication);
	if (credentialType === undefined) return undefined;
	const credentials = await context.getCredentials(credentialType);
	const hosts = {
		vehicleDataUrl: readHost(context, credentials, 'vehicleDataUrl'),
		managementUrl: readHost(context, credentials, 'managementUrl'),
		signalsUrl: readHost(context, credentials, 'signalsUrl'),
		compatibilityUrl: readHost(context, credentials, 'compatibilityUrl'),
	};
	return { credentialType, hosts };
}
