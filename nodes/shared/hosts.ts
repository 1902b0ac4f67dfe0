import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

/** The service's public addresses (reference: Hosts). Credentials, transport and tests take them from here. */
export const DEFAULT_HOSTS = {
	vehicleDataUrl: 'https://api.smartcar.com',
	managementUrl: 'https://management.api.smartcar.com/v3',
	signalsUrl: 'https://vehicle.api.smartcar.com/v3',
	compatibilityUrl: 'https://compatibility.api.smartcar.com',
	tokenUrl: 'https://iam.smartcar.com/oauth2/token',
	authorizationUrl: 'https://connect.smartcar.com/oauth/authorize',
	authTokenUrl: 'https://auth.smartcar.com/oauth/token',
	legacyManagementUrl: 'https://management.smartcar.com/v2.0',
} as const;

export type HostName = keyof typeof DEFAULT_HOSTS;

/**
 * The address to use for one of the hosts: the credential's own while its Custom Hosts switch is on and the
 * field is filled, else the public one. Without trailing slashes, so that a path can be put behind it.
 */
export function resolveHost(credentials: ICredentialDataDecryptedObject, name: HostName): string {
	const custom = credentials.customHosts === true ? credentials[name] : undefined;
	const url =
		typeof custom === 'string' && custom.trim() !== '' ? custom.trim() : DEFAULT_HOSTS[name];
	return url.replace(/\/+$/, '');
}

/**
 * The rule of {@link resolveHost} as the inside of an n8n expression, for what n8n takes as data only: credential
 * tests, where the fields are in `$credentials`, and fields of the credential itself, where they are in `$self`.
 */
export function hostExpression(
	name: HostName,
	fields: '$credentials' | '$self' = '$credentials',
): string {
	const custom = `${fields}.customHosts && (${fields}.${name} || '').trim()`;
	return `((${custom}) || '${DEFAULT_HOSTS[name]}').replace(/\\/+$/, '')`;
}
