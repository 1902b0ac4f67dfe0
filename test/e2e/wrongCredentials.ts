import { APPLICATION } from '../../tools/testEnvironment/credentials';

const UUID = '6b1f0c52-0000-4000-8000-000000000001';
const JWT = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl';
const MASKED = '••••••••';
const { clientId, clientSecret, applicationManagementToken } = APPLICATION;

interface WrongCredential {
	name: string;
	type: string;
	data: Record<string, string>;
	/** What the error message of the credential test must contain. */
	hint: string;
}

const wrongCredentials: WrongCredential[] = [
	{
		name: 'the application ID as client ID',
		type: 'smartcarApplicationApi',
		data: { clientId: UUID, clientSecret },
		hint: 'looks like the Application ID',
	},
	{
		name: 'client ID and client secret swapped',
		type: 'smartcarApplicationApi',
		data: { clientId: clientSecret, clientSecret: clientId },
		hint: 'probably swapped',
	},
	{
		name: 'an access token as client secret',
		type: 'smartcarApplicationApi',
		data: { clientId, clientSecret: JWT },
		hint: 'looks like an access token',
	},
	{
		name: 'a client ID in quotation marks',
		type: 'smartcarApplicationApi',
		data: { clientId: `"${clientId}"`, clientSecret },
		hint: 'quotation mark',
	},
	{
		name: 'a masked client secret',
		type: 'smartcarApplicationApi',
		data: { clientId, clientSecret: MASKED },
		hint: 'row of dots',
	},
	{
		name: 'the management token as client secret',
		type: 'smartcarApplicationApi',
		data: { clientId, clientSecret: applicationManagementToken },
		hint: "'Client Secret' is not the Application Management Token",
	},
	{
		name: 'an empty client secret',
		type: 'smartcarApplicationApi',
		data: { clientId, clientSecret: ' ' },
		hint: "'Client Secret' in the Smartcar credential is empty",
	},
	{
		name: 'the application ID as access token',
		type: 'smartcarAccessTokenApi',
		data: { accessToken: UUID },
		hint: 'looks like the Application ID',
	},
	{
		name: 'the client ID as access token',
		type: 'smartcarAccessTokenApi',
		data: { accessToken: clientId },
		hint: 'looks like the client ID',
	},
	{
		name: 'an access token with its scheme',
		type: 'smartcarAccessTokenApi',
		data: { accessToken: 'Bearer abc' },
		hint: "begins with 'Bearer'",
	},
	{
		name: 'a masked access token',
		type: 'smartcarAccessTokenApi',
		data: { accessToken: MASKED },
		hint: 'row of dots',
	},
	{
		name: 'the management token as access token',
		type: 'smartcarAccessTokenApi',
		data: { accessToken: applicationManagementToken },
		hint: 'the Application Management Token',
	},
	{
		name: 'the client ID as management token',
		type: 'smartcarWebhookApi',
		data: { applicationManagementToken: clientId },
		hint: 'looks like the client ID',
	},
	{
		name: 'the application ID as management token',
		type: 'smartcarWebhookApi',
		data: { applicationManagementToken: UUID },
		hint: 'looks like the Application ID',
	},
	{
		name: 'an access token as management token',
		type: 'smartcarWebhookApi',
		data: { applicationManagementToken: JWT },
		hint: 'looks like an access token',
	},
	{
		name: 'the client secret as management token',
		type: 'smartcarWebhookApi',
		data: { applicationManagementToken: clientSecret },
		hint: 'Copy it again from the dashboard',
	},
];

/**
 * Credentials with a wrong value for n8n to import, and what the error message of their test must
 * contain.
 */
export const WRONG_CREDENTIALS = wrongCredentials.map(({ hint, ...credential }, index) => ({
	credential: { ...credential, id: `wrong${String(index).padStart(11, '0')}` },
	hint,
}));

/** Credentials with white space around their values, as after copy and paste, for n8n to import. */
export const CREDENTIALS_WITH_WHITE_SPACE = [
	{
		type: 'smartcarApplicationApi',
		data: { clientId: ` ${clientId}\n`, clientSecret: `\t${clientSecret} ` },
	},
	{
		type: 'smartcarWebhookApi',
		data: { applicationManagementToken: ` ${applicationManagementToken}\r\n` },
	},
].map((credential, index) => ({
	...credential,
	id: `space${String(index).padStart(11, '0')}`,
	name: 'With white space',
}));
