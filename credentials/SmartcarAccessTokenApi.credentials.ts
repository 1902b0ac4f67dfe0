import { UserError } from 'n8n-workflow';
import type {
	IAuthenticate,
	ICredentialTestRequest,
	ICredentialType,
	Icon,
	INodeProperties,
} from 'n8n-workflow';
import { describeMistake, trimmedText } from '../nodes/shared/credentialHints';
import { hostExpression } from '../nodes/shared/hosts';
import { customHostFields } from '../nodes/shared/hostFields';
import { redirectRules } from '../nodes/shared/redirectRules';

const TEST_URL =
	`={{ $credentials.bearerType === 'vehicle' ? ${hostExpression('vehicleDataUrl')} + '/v2.0/user' : ` +
	`${hostExpression('signalsUrl')} + '/connections?page[size]=1' }}`;

/** The statuses of the test call if Smartcar has retired it, or the host is not that of the API. */
const MISSING_STATUSES = [404, 410];

const END_OF_V2 =
	'If this is the token of a vehicle: the v2.0 API is available only until December 1, 2026, so create a Smartcar Application API credential instead.';

/** A character that an HTTP header cannot contain, such as a dot of a hidden value. */
const INVALID_IN_HEADER = /[^\t\x20-\x7e\x80-\xff]/;

/** The error about a mistake in the token, if the format of the token shows one. */
function mistakeError(accessToken: string): UserError | undefined {
	const mistake = describeMistake('Access Token', 'accessToken', accessToken);
	return mistake === undefined
		? undefined
		: new UserError(`Smartcar does not accept the access token. ${mistake}.`);
}

export class SmartcarAccessTokenApi implements ICredentialType {
	name = 'smartcarAccessTokenApi';

	displayName = 'Smartcar Access Token API';

	icon: Icon = { light: 'file:../icons/smartcar.svg', dark: 'file:../icons/smartcar.dark.svg' };

	documentationUrl = 'https://smartcar.com/docs/api-reference/authorization/request-access-token';

	properties: INodeProperties[] = [
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description:
				'An access token that you already have, for an application (valid for 1 hour) or for a vehicle (valid for 2 hours). n8n does not renew it. The client secret and the Application Management Token are different values.',
		},
		{
			displayName: 'Token Type',
			name: 'bearerType',
			type: 'options',
			options: [
				{
					name: 'Application',
					value: 'application',
					description: 'Issued for a client ID and client secret, for all connected vehicles',
				},
				{
					name: 'Vehicle',
					value: 'vehicle',
					description:
						'Issued when an owner connects a vehicle with Smartcar Connect, for that vehicle. Works only with the v2.0 API, which is available until December 1, 2026.',
				},
			],
			default: 'application',
			description:
				'The type of token. It only determines which endpoint the credential test calls.',
		},
		...customHostFields('vehicleDataUrl', 'managementUrl', 'signalsUrl', 'compatibilityUrl'),
	];

	/**
	 * Adds the token to a request. A function, because n8n would evaluate an expression in an isolate
	 * for every request. See docs/contributing/n8n-facts.md#expressions-are-slow.
	 *
	 * After a 401 n8n authenticates the same request again. A request that already has the token was
	 * therefore rejected, and the format of the token may show the mistake.
	 * See docs/contributing/n8n-facts.md#authenticate-twice.
	 */
	authenticate: IAuthenticate = async (credentials, request) => {
		const accessToken = trimmedText(credentials.accessToken);
		if (accessToken === '')
			throw new UserError("'Access Token' in the Smartcar credential is empty");
		if (INVALID_IN_HEADER.test(accessToken)) {
			throw (
				mistakeError(accessToken) ??
				new UserError(
					"The 'Access Token' in this credential contains characters that no token can contain: copy the token again",
				)
			);
		}
		const authorization = `Bearer ${accessToken}`;
		const isRejected = request.headers?.Authorization === authorization;
		const error = isRejected ? mistakeError(accessToken) : undefined;
		if (error) throw error;
		return { ...request, headers: { ...request.headers, Authorization: authorization } };
	};

	test: ICredentialTestRequest = {
		request: { url: TEST_URL, disableFollowRedirect: true },
		rules: [
			{
				type: 'responseCode',
				properties: {
					value: 401,
					message: `Smartcar does not accept the access token: it has expired, belongs to the other 'Token Type', or is another value, such as the Application ID, the client secret or the Application Management Token. ${END_OF_V2}`,
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 403,
					message: `The access token has no permission for the test call. Check 'Token Type'. ${END_OF_V2}`,
				},
			},
			...MISSING_STATUSES.map((value) => ({
				type: 'responseCode' as const,
				properties: {
					value,
					message: `The endpoint for the test was not found. With 'Custom Hosts' on, check the URLs. ${END_OF_V2}`,
				},
			})),
			...redirectRules(END_OF_V2),
		],
	};
}
