import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	ILoadOptionsFunctions,
} from 'n8n-workflow';
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
 *
 * @param label the name of the field in the editor
 */
export function readHost(
	context: ApiContext,
	credentials: ICredentialDataDecryptedObject,
	name: HostName,
	label: string,
): string {
	const url = resolveHost(credentials, name);
	if (/^https?:\/\/[^/\s?#@]+(\/[^\s?#]*)?$/i.test(url)) return url;
	throw operationError(
		context.getNode(),
		`'${label}' in the Smartcar credential cannot be used as a URL`,
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
		vehicleDataUrl: readHost(context, credentials, 'vehicleDataUrl', 'Vehicle Data URL'),
		managementUrl: readHost(context, credentials, 'managementUrl', 'Management URL'),
		signalsUrl: readHost(context, credentials, 'signalsUrl', 'Signals URL'),
		compatibilityUrl: readHost(context, credentials, 'compatibilityUrl', 'Compatibility URL'),
	};
	return { credentialType, hosts };
}
