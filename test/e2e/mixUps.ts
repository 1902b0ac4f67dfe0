import { APPLICATION } from '../../tools/testEnvironment/credentials';
import { onN8n1 } from './version';

const UUID = '6b1f0c52-0000-4000-8000-000000000001';
const JWT = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl';
const { clientId, clientSecret, applicationManagementToken } = APPLICATION;

const APPLICATION_REFUSED =
	'Smartcar did not accept the client ID and client secret (invalid_client: Client authentication failed). ';
const TOKEN_REFUSED = 'Smartcar does not accept the access token';
const AMT_REFUSED = 'Smartcar does not accept the Application Management Token. ';

/** n8n 1.x has words of its own for a refusal in which nothing of the value tells where it belongs. */
const IN_WORDS_OF_N8N1 = 'Authorization failed - please check your credentials';

const wrong: Array<
	[type: string, data: Record<string, string>, message: string, inWordsOfN8n1?: string]
> = [
	[
		'smartcarApplicationApi',
		{ clientId: UUID, clientSecret },
		`${APPLICATION_REFUSED}The 'Client ID' in this credential looks like the Application ID, a UUID. The client ID usually begins with 'client_'.`,
	],
	[
		'smartcarApplicationApi',
		{ clientId: clientSecret, clientSecret: clientId },
		`${APPLICATION_REFUSED}'Client ID' and 'Client Secret' in this credential are probably swapped: the client ID usually begins with 'client_'.`,
	],
	[
		'smartcarApplicationApi',
		{ clientId, clientSecret: JWT },
		`${APPLICATION_REFUSED}The 'Client Secret' in this credential looks like an access token, which Smartcar issues for the client ID and client secret.`,
	],
	[
		'smartcarApplicationApi',
		{ clientId: `"${clientId}"`, clientSecret },
		`${APPLICATION_REFUSED}The 'Client ID' in this credential begins with a quotation mark: paste it without quotation marks.`,
	],
	[
		'smartcarApplicationApi',
		{ clientId, clientSecret: '••••••••' },
		`${APPLICATION_REFUSED}The 'Client Secret' in this credential is a row of dots: show the value in the dashboard before you copy it.`,
	],
	[
		'smartcarApplicationApi',
		{ clientId, clientSecret: applicationManagementToken },
		`${APPLICATION_REFUSED}Check that 'Client ID' is not the Application ID and 'Client Secret' is not the Application Management Token.`,
	],
	[
		'smartcarApplicationApi',
		{ clientId, clientSecret: ' ' },
		"'Client Secret' of the Smartcar credential is empty",
	],
	[
		'smartcarAccessTokenApi',
		{ accessToken: UUID },
		`${TOKEN_REFUSED}. The 'Access Token' in this credential looks like the Application ID, a UUID.`,
	],
	[
		'smartcarAccessTokenApi',
		{ accessToken: clientId },
		`${TOKEN_REFUSED}. The 'Access Token' in this credential looks like the client ID, which usually begins with 'client_'.`,
	],
	[
		'smartcarAccessTokenApi',
		{ accessToken: 'Bearer abc' },
		`${TOKEN_REFUSED}. The 'Access Token' in this credential begins with 'Bearer' or 'Basic': paste only the text after it.`,
	],
	[
		'smartcarAccessTokenApi',
		{ accessToken: '••••••••' },
		`${TOKEN_REFUSED}. The 'Access Token' in this credential is a row of dots: show the value in the dashboard before you copy it.`,
	],
	[
		'smartcarAccessTokenApi',
		{ accessToken: applicationManagementToken },
		`${TOKEN_REFUSED}: it has expired, belongs to the other 'Token Type', or is another value, such as the client secret or the Application Management Token.`,
		IN_WORDS_OF_N8N1,
	],
	[
		'smartcarWebhookApi',
		{ applicationManagementToken: clientId },
		`${AMT_REFUSED}The 'Application Management Token' in this credential looks like the client ID, which usually begins with 'client_'.`,
	],
	[
		'smartcarWebhookApi',
		{ applicationManagementToken: UUID },
		`${AMT_REFUSED}The 'Application Management Token' in this credential looks like the Application ID, a UUID.`,
	],
	[
		'smartcarWebhookApi',
		{ applicationManagementToken: JWT },
		`${AMT_REFUSED}The 'Application Management Token' in this credential looks like an access token, which Smartcar issues for the client ID and client secret.`,
	],
	[
		'smartcarWebhookApi',
		{ applicationManagementToken: clientSecret },
		`${AMT_REFUSED}Copy it again from the dashboard. The client secret and the Application ID are different values.`,
		IN_WORDS_OF_N8N1,
	],
];

/** Credentials with another of the dashboard's values in a field, and what the editor says when each is tested. */
export const MIX_UPS = wrong.map(([type, data, message, inWordsOfN8n1], index) => {
	const credential = {
		id: `mixUp${String(index).padStart(11, '0')}`,
		name: `Mix-up ${index + 1}`,
		type,
		data,
	};
	if (onN8n1 && inWordsOfN8n1 !== undefined) {
		return {
			credential,
			says: "says in n8n's own words that the value was refused",
			message: inWordsOfN8n1,
		};
	}
	return { credential, says: 'says which value is probably in the wrong field', message };
});

/** The right values, as they come when more than the value was marked in the dashboard. */
export const PADDED = [
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
	id: `padded${String(index).padStart(10, '0')}`,
	name: 'Padded',
}));
