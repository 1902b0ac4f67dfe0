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
import { REDIRECT_STATUSES, redirectRules } from '../nodes/shared/redirectRules';

/**
 * Statuses with which the test fails. Not 404 and 410: they mean that Smartcar has retired the
 * endpoint, and say nothing about the token.
 */
const FAILED_STATUSES = [...REDIRECT_STATUSES, 400, 401, 403, 429, 500, 502, 503, 504];

const END_OF_ENDPOINT =
	'Starting December 1, 2026, this test can fail even with the right token: verify the webhook in the Smartcar dashboard instead.';

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
				'The Application Management Token (AMT) from the Smartcar dashboard under Configuration, API credentials. Smartcar signs webhook deliveries with it. The client ID, client secret and Application ID are different values.',
		},
		{
			displayName: 'Previous Management Token',
			name: 'formerManagementToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'The previous token, needed only while you switch to a new one. Deliveries signed with either token are accepted. Verifications are answered with the current token.',
		},
		{
			displayName:
				'The connection test uses an endpoint that is available until December 1, 2026. Starting on that date, the test may pass with a wrong token or fail with the right one. To be sure that the token is right, verify the webhook in the Smartcar dashboard.',
			name: 'connectionTestNotice',
			type: 'notice',
			default: '',
		},
		...customHostFields('legacyManagementUrl'),
	];

	/**
	 * Only for the credential test, in which the token is the password of the v2.0 management API.
	 *
	 * After a 401 n8n authenticates the same request again. So if the request already has the token,
	 * Smartcar has just rejected it, and an unusual format of the token is reported as the cause.
	 * See docs/contributing/n8n-facts.md#authenticate-twice.
	 */
	authenticate: IAuthenticate = async (credentials, request) => {
		const password = trimmedText(credentials.applicationManagementToken);
		if (password === '')
			throw new UserError("'Application Management Token' in the Smartcar credential is empty");
		const isRejected = request.auth?.password === password;
		const mistake = isRejected
			? describeMistake('Application Management Token', 'managementToken', password)
			: undefined;
		if (mistake)
			throw new UserError(`Smartcar does not accept the Application Management Token. ${mistake}.`);
		return { ...request, auth: { username: 'default', password } };
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: `={{ ${hostExpression('legacyManagementUrl')} }}`,
			url: '/management/connections',
			qs: { limit: 1 },
			disableFollowRedirect: true,
			ignoreHttpStatusErrors: { ignore: true, except: FAILED_STATUSES },
		},
		rules: [
			{
				type: 'responseCode',
				properties: {
					value: 401,
					message: `${END_OF_ENDPOINT} Before that date, this failure means that Smartcar does not accept the Application Management Token: copy it again from the dashboard. The client secret and the Application ID are different values.`,
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 403,
					message: `${END_OF_ENDPOINT} Before that date, this failure means that the token has no permission to list the connections of the application.`,
				},
			},
			...redirectRules(END_OF_ENDPOINT),
		],
	};
}
