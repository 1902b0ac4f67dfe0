import { UserError } from 'n8n-workflow';
import type {
	IAuthenticate,
	ICredentialTestRequest,
	ICredentialType,
	Icon,
	INodeProperties,
} from 'n8n-workflow';
import { departure } from '../nodes/shared/departure';
import { hostExpression } from '../nodes/shared/hosts';
import { customHostFields } from '../nodes/shared/hosts.fields';
import { pastedText, slipIn } from '../nodes/shared/credentialHints';

const TEST_URL =
	`={{ $credentials.bearerType === 'vehicle' ? ${hostExpression('vehicleDataUrl')} + '/v2.0/user' : ` +
	`${hostExpression('signalsUrl')} + '/connections?page[size]=1' }}`;

/** What no HTTP header can carry, such as the dots of a value that the dashboard hides. */
const UNSENDABLE = /[^\t\x20-\x7e\x80-\xff]/;

/** What Smartcar has refused, or cannot be sent: with the probable reason, where its shape gives one away. */
function refusal(accessToken: string): UserError | undefined {
	const slip = slipIn('Access Token', 'accessToken', accessToken);
	return slip === undefined
		? undefined
		: new UserError(`Smartcar does not accept the access token. ${slip}.`);
}

export class SmartcarAccessTokenApi implements ICredentialType {
	name = 'smartcarAccessTokenApi';

	displayName = 'Smartcar Access Token API';

	icon: Icon = { light: 'file:../icons/smartcar.svg', dark: 'file:../icons/smartcar.dark.svg' };

	documentationUrl = 'https://smartcar.com/docs/api-reference/authentication';

	properties: INodeProperties[] = [
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description:
				'A bearer token that was obtained from Smartcar elsewhere: of an application (valid for 1 hour) or of a vehicle (valid for 2 hours). It is not renewed. Client secret and Application Management Token are other values.',
		},
		{
			displayName: 'Token Type',
			name: 'bearerType',
			type: 'options',
			options: [
				{
					name: 'Application',
					value: 'application',
					description: 'From the client ID and client secret, for all connected vehicles',
				},
				{
					name: 'Vehicle',
					value: 'vehicle',
					description: 'From an owner who went through Smartcar Connect',
				},
			],
			default: 'application',
			description: 'Which kind of token this is. It only decides what the credential test calls.',
		},
		...customHostFields('vehicleDataUrl', 'managementUrl', 'signalsUrl', 'compatibilityUrl'),
	];

	/**
	 * Adds the token to a request; a function, as n8n evaluates an expression in an isolate, which costs as much as the
	 * request itself. n8n has a request authenticated a second time only after Smartcar answered 401 to
	 * the first: then it carries this very token already, and its shape may say which value it is instead.
	 */
	authenticate: IAuthenticate = async (credentials, request) => {
		const accessToken = pastedText(credentials.accessToken);
		if (accessToken === '')
			throw new UserError("'Access Token' of the Smartcar credential is empty");
		if (UNSENDABLE.test(accessToken)) {
			throw (
				refusal(accessToken) ??
				new UserError("The 'Access Token' in this credential has characters that no token has")
			);
		}
		const authorization = `Bearer ${accessToken}`;
		const refused =
			request.headers?.Authorization === authorization ? refusal(accessToken) : undefined;
		if (refused) throw refused;
		await departure(request);
		return { ...request, headers: { ...request.headers, Authorization: authorization } };
	};

	test: ICredentialTestRequest = {
		request: { url: TEST_URL },
		rules: [
			{
				type: 'responseCode',
				properties: {
					value: 401,
					message:
						"Smartcar does not accept the access token: it has expired, belongs to the other 'Token Type', or is another value, such as the client secret or the Application Management Token.",
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 403,
					message: "The access token has no permission for the test call. Check 'Token Type'.",
				},
			},
		],
	};
}
