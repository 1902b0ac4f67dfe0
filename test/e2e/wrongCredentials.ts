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
	expectedMessage: string;
}

const DEFINITIONS: WrongCredential[] = [
	{
		name: 'the application ID as client ID',
		type: 'smartcarApplicationApi',
		data: { clientId: UUID, clientSecret },
		expectedMessage: 'looks like the Application ID',
	},
	{
		name: 'client ID and client secret swapped',
		type: 'smartcarApplicationApi',
		data: { clientId: clientSecret, clientSecret: clientId },
		expectedMessage: 'probably swapped',
	},
	{
		name: 'an access token as client secret',
		type: 'smartcarApplicationApi',
		data: { clientId, clientSecret: JWT },
		expectedMessage: 'looks like an access token',
	},
	{
		name: 'a client ID in quotation marks',
		type: 'smartcarApplicationApi',
		data: { clientId: `"${clientId}"`, clientSecret },
		expectedMessage: 'quotation mark',
	},
	{
		name: 'a masked client secret',
		type: 'smartcarApplicationApi',
		data: { clientId, clientSecret: MASKED },
		expectedMessage: 'row of dots',
	},
	{
		name: 'the management token as client secret',
		type: 'smartcarApplicationApi',
		data: { clientId, clientSecret: applicationManagementToken },
		expectedMessage: "'Client Secret' is not the Application Management Token",
	},
	{
		name: 'an empty client secret',
		type: 'smartcarApplicationApi',
		data: { clientId, clientSecret: ' ' },
		expectedMessage: "'Client Secret' in the Smartcar credential is empty",
	},
	{
		name: 'the application ID as access token',
		type: 'smartcarAccessTokenApi',
		data: { accessToken: UUID },
		expectedMessage: 'such as the Application ID',
	},
	{
		name: 'the client ID as access token',
		type: 'smartcarAccessTokenApi',
		data: { accessToken: clientId },
		expectedMessage: 'looks like the client ID',
	},
	{
		name: 'an access token with its scheme',
		type: 'smartcarAccessTokenApi',
		data: { accessToken: 'Bearer abc' },
		expectedMessage: "begins with 'Bearer'",
	},
	{
		name: 'a masked access token',
		type: 'smartcarAccessTokenApi',
		data: { accessToken: MASKED },
		expectedMessage: 'row of dots',
	},
	{
		name: 'the management token as access token',
		type: 'smartcarAccessTokenApi',
		data: { accessToken: applicationManagementToken },
		expectedMessage: 'the Application Management Token',
	},
	{
		name: 'the client ID as management token',
		type: 'smartcarWebhookApi',
		data: { applicationManagementToken: clientId },
		expectedMessage: 'looks like the client ID',
	},
	{
		name: 'the application ID as management token',
		type: 'smartcarWebhookApi',
		data: { applicationManagementToken: UUID },
		expectedMessage: 'looks like the Application ID',
	},
	{
		name: 'an access token as management token',
		type: 'smartcarWebhookApi',
		data: { applicationManagementToken: JWT },
		expectedMessage: 'looks like an access token',
	},
	{
		name: 'the client secret as management token',
		type: 'smartcarWebhookApi',
		data: { applicationManagementToken: clientSecret },
		expectedMessage: 'copy it again from the dashboard',
	},
];

/** Credentials with a wrong value, as n8n imports them, and what the message of each contains. */
export const WRONG_CREDENTIALS = DEFINITIONS.map(({ expectedMessage, ...credential }, index) => ({
	credential: { ...credential, id: `wrong${String(index).padStart(11, '0')}` },
	expectedMessage,
}));

/** Credentials with white space around their values, as n8n imports them. */
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
