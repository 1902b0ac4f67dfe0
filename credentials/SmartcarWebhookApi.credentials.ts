import { UserError } from 'n8n-workflow';
import type {
	IAuthenticate,
	ICredentialTestRequest,
	ICredentialType,
	Icon,
	INodeProperties,
} from 'n8n-workflow';
import { hostExpression } from '../nodes/shared/hosts';
import { customHostFields } from '../nodes/shared/hosts.fields';
import { pastedText, slipIn } from '../nodes/shared/credentialHints';

const CHECK_IS_OVER =
	'The check is not available: it uses the v2.0 management API, which Smartcar ends. The token can be right all the same: save the credential and have Smartcar verify the webhook, which proves it.';

export class SmartcarWebhookApi implements ICredentialType {
	name = 'smartcarWebhookApi';

	displayName = 'Smartcar Webhook API';

	icon: Icon = { light: 'file:../icons/smartcar.svg', dark: 'file:../icons/smartcar.dark.svg' };

	documentationUrl = 'https://smartcar.com/docs/integrations/webhooks/payload-verification';

	properties: INodeProperties[] = [
		{
			displayName: 'Application Management Token',
			name: 'applicationManagementToken',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description:
				'The Application Management Token (AMT) from the Smartcar dashboard under Configuration, API credentials. Smartcar signs webhook deliveries with it. Client ID, client secret and Application ID are other values.',
		},
		{
			displayName: 'Former Management Token',
			name: 'formerManagementToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'Only while the token is being replaced: the one before. Deliveries signed with either are accepted, and verifications are answered with the current one.',
		},
		...customHostFields('legacyManagementUrl'),
	];

	/**
	 * For the credential test alone: the token is the password of the v2.0 management API. n8n has a request
	 * authenticated a second time only after Smartcar answered 401 to the first: then it carries this very token
	 * already, and its shape may say which value it is instead.
	 */
	authenticate: IAuthenticate = async (credentials, request) => {
		const password = pastedText(credentials.applicationManagementToken);
		if (password === '')
			throw new UserError("'Application Management Token' of the Smartcar credential is empty");
		const slip =
			request.auth?.password === password
				? slipIn('Application Management Token', 'managementToken', password)
				: undefined;
		if (slip)
			throw new UserError(`Smartcar does not accept the Application Management Token. ${slip}.`);
		return { ...request, auth: { username: 'default', password } };
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: `={{ ${hostExpression('legacyManagementUrl')} }}`,
			url: '/management/connections',
			qs: { limit: 1 },
		},
		rules: [
			{
				type: 'responseCode',
				properties: {
					value: 401,
					message:
						'Smartcar does not accept the Application Management Token. Copy it again from the dashboard; the client secret and the Application ID are other values.',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 403,
					message:
						'The Application Management Token has no permission to list the connections of its application.',
				},
			},
			{ type: 'responseCode', properties: { value: 404, message: CHECK_IS_OVER } },
			{ type: 'responseCode', properties: { value: 410, message: CHECK_IS_OVER } },
		],
	};
}
