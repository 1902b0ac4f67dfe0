import type {
	IAuthenticateGeneric,
	ICredentialTestRequest,
	ICredentialType,
	Icon,
	INodeProperties,
} from 'n8n-workflow';
import { hostExpression } from '../nodes/shared/hosts';
import { customHostFields } from '../nodes/shared/hosts.fields';

const TEST_URL =
	`={{ $credentials.bearerType === 'vehicle' ? ${hostExpression('vehicleDataUrl')} + '/v2.0/user' : ` +
	`${hostExpression('signalsUrl')} + '/connections?page[size]=1' }}`;

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
				{ name: 'Vehicle', value: 'vehicle', description: 'From an owner who went through Smartcar Connect' },
			],
			default: 'application',
			description: 'Which kind of token this is. It only decides what the credential test calls.',
		},
		...customHostFields('vehicleDataUrl', 'managementUrl', 'signalsUrl', 'compatibilityUrl'),
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { Authorization: '=Bearer {{$credentials.accessToken.trim()}}' } },
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
