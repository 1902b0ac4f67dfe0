export type CredentialType =
	'smartcarApplicationApi' | 'smartcarOAuth2Api' | 'smartcarAccessTokenApi';

/** The values of the node's Authentication parameter and the credential that each one takes. */
const byAuthentication = new Map<unknown, CredentialType>([
	['applicationApi', 'smartcarApplicationApi'],
	['oAuth2Api', 'smartcarOAuth2Api'],
	['accessTokenApi', 'smartcarAccessTokenApi'],
]);

/** The credential type for a value of Authentication, or undefined for a value that is none of its options. */
export function credentialTypeFor(authentication: unknown): CredentialType | undefined {
	return byAuthentication.get(authentication);
}

/** Whether the credential lets a request depart as the last step before n8n sends it; n8n's own OAuth2 machinery does not. */
export const letsDepart = (credentialType: CredentialType): boolean =>
	credentialType !== 'smartcarOAuth2Api';
