/** The values of the node's Authentication parameter and the credential that each one takes. */
export const CREDENTIAL_TYPES = {
	applicationApi: 'smartcarApplicationApi',
	accessTokenApi: 'smartcarAccessTokenApi',
} as const;

export type CredentialType = (typeof CREDENTIAL_TYPES)[keyof typeof CREDENTIAL_TYPES];

const byAuthentication = new Map<unknown, CredentialType>(Object.entries(CREDENTIAL_TYPES));

/** The credential type for a value of Authentication, or undefined for a value that is none of its options. */
export function credentialTypeFor(authentication: unknown): CredentialType | undefined {
	return byAuthentication.get(authentication);
}
