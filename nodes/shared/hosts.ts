import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { parseBoolean } from './parseBoolean';

/** Smartcar's public hosts. See docs/contributing/smartcar-api.md#hosts. */
export const DEFAULT_HOSTS = {
	vehicleDataUrl: 'https://api.smartcar.com',
	managementUrl: 'https://management.api.smartcar.com/v3',
	signalsUrl: 'https://vehicle.api.smartcar.com/v3',
	compatibilityUrl: 'https://compatibility.api.smartcar.com',
	tokenUrl: 'https://iam.smartcar.com/oauth2/token',
	connectUrl: 'https://connect.smartcar.com',
	authorizationUrl: 'https://connect.smartcar.com/oauth/authorize',
	authTokenUrl: 'https://auth.smartcar.com/oauth/token',
	legacyManagementUrl: 'https://management.smartcar.com/v2.0',
} as const;

export type HostName = keyof typeof DEFAULT_HOSTS;

/** Hosts to whose URL no path is added, so that a slash at its end can matter. */
const COMPLETE_URLS: readonly HostName[] = ['tokenUrl', 'authorizationUrl', 'authTokenUrl'];

/**
 * Returns the URL of a host: the URL from the credential if Custom Hosts is on and the field is
 * filled, otherwise the public one. It has no trailing slash if a path is added to it.
 */
export function resolveHost(credentials: ICredentialDataDecryptedObject, name: HostName): string {
	// An expression in Custom Hosts, such as a variable, can return text.
	const custom = parseBoolean(credentials.customHosts) === true ? credentials[name] : undefined;
	const url =
		typeof custom === 'string' && custom.trim() !== '' ? custom.trim() : DEFAULT_HOSTS[name];
	return COMPLETE_URLS.includes(name) ? url : url.replace(/\/+$/, '');
}

/**
 * Returns the code of an n8n expression that does the same as {@link resolveHost}.
 *
 * @param fields where n8n keeps the fields of the credential: `$credentials` in a credential test,
 * `$self` in a field of the credential itself
 */
export function hostExpression(
	name: HostName,
	fields: '$credentials' | '$self' = '$credentials',
): string {
	const isOn = `String(${fields}.customHosts).trim().toLowerCase() === 'true'`;
	const custom = `${isOn} && (${fields}.${name} || '').trim()`;
	const url = `((${custom}) || '${DEFAULT_HOSTS[name]}')`;
	return COMPLETE_URLS.includes(name) ? url : `${url}.replace(/\\/+$/, '')`;
}
