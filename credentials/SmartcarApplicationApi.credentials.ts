import { OperationalError, UserError } from 'n8n-workflow';
import type {
	IAuthenticate,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IDataObject,
	IHttpRequestHelper,
	Icon,
	IN8nHttpFullResponse,
	INodeProperties,
} from 'n8n-workflow';
import { departure } from '../nodes/shared/departure';
import { hostExpression, resolveHost } from '../nodes/shared/hosts';
import { customHostFields } from '../nodes/shared/hosts.fields';
import { pastedText, slipIn } from '../nodes/shared/credentialHints';

const TOKEN_TIMEOUT_MS = 30_000;

function field(body: unknown, name: string): string | undefined {
	if (typeof body !== 'object' || body === null) return undefined;
	const value: unknown = Reflect.get(body, name);
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Which of the two values is probably another one of the dashboard's, judged by their shapes. */
function mixUp(clientId: string, clientSecret: string): string {
	if (clientId === clientSecret)
		return "'Client ID' and 'Client Secret' in this credential hold the same value";
	if (clientSecret.startsWith('client_') && !clientId.startsWith('client_')) {
		return "'Client ID' and 'Client Secret' in this credential are probably swapped: the client ID usually begins with 'client_'";
	}
	const ofId = slipIn('Client ID', 'clientId', clientId);
	const slips = [
		ofId &&
			(clientId.includes('client_')
				? ofId
				: `${ofId}; the client ID usually begins with 'client_'`),
		slipIn('Client Secret', 'clientSecret', clientSecret),
	].filter(Boolean);
	if (slips.length > 0) return slips.join('. ');
	return "Check that 'Client ID' is not the Application ID and 'Client Secret' is not the Application Management Token";
}

function refused(clientId: string, clientSecret: string, body: unknown): UserError {
	const reason = [field(body, 'error'), field(body, 'error_description')]
		.filter(Boolean)
		.join(': ')
		.replace(/\.$/, '');
	return new UserError(
		`Smartcar did not accept the client ID and client secret${reason ? ` (${reason})` : ''}. ${mixUp(clientId, clientSecret)}.`,
		{
			description:
				'All four values are in the Smartcar dashboard: client ID and client secret (used here), Application ID ' +
				'(used by Smartcar Connect) and Application Management Token (used by webhooks). Applications from before ' +
				'June 2025 may have to be upgraded to v3 in the dashboard first.',
		},
	);
}

function unreachable(url: string, cause: unknown): OperationalError {
	return new OperationalError(`The token endpoint ${url} could not be reached`, {
		cause,
		description:
			"Check the network and, with 'Custom Hosts' on, the 'Token URL' of the credential.",
	});
}

export class SmartcarApplicationApi implements ICredentialType {
	name = 'smartcarApplicationApi';

	displayName = 'Smartcar Application API';

	icon: Icon = { light: 'file:../icons/smartcar.svg', dark: 'file:../icons/smartcar.dark.svg' };

	documentationUrl = 'https://smartcar.com/docs/api-reference/authentication';

	properties: INodeProperties[] = [
		{
			displayName: 'Client ID',
			name: 'clientId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. client_01hxyz',
			description:
				"The v3 client ID from the Smartcar dashboard under Configuration, API credentials. It usually begins with 'client_'. The Application ID, a UUID on the same page, is another value.",
		},
		{
			displayName: 'Client Secret',
			name: 'clientSecret',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description:
				'The secret that belongs to the client ID, shown once when it is created. The Application Management Token is another value.',
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			default: '',
		},
		...customHostFields(
			'vehicleDataUrl',
			'managementUrl',
			'signalsUrl',
			'compatibilityUrl',
			'tokenUrl',
		),
	];

	/**
	 * Exchanges client ID and client secret for an application access token, valid for one hour (service:
	 * application access token, form body). n8n calls it for the first request, after a 401 and for the credential
	 * test, and stores the result.
	 *
	 * Refused values and an endpoint that is out of reach are reported without an HTTP status: for a 401 n8n would
	 * send the same token request twice and lose the explanation.
	 */
	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<IDataObject> {
		const url = resolveHost(credentials, 'tokenUrl');
		const clientId = pastedText(credentials.clientId);
		const clientSecret = pastedText(credentials.clientSecret);
		if (!clientId || !clientSecret) {
			throw new UserError(
				`'${clientId ? 'Client Secret' : 'Client ID'}' of the Smartcar credential is empty`,
			);
		}
		let response: IN8nHttpFullResponse;
		try {
			response = await this.helpers.httpRequest({
				method: 'POST',
				url,
				body: new URLSearchParams({
					grant_type: 'client_credentials',
					client_id: clientId,
					client_secret: clientSecret,
				}),
				json: true,
				timeout: TOKEN_TIMEOUT_MS,
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				sendCredentialsOnCrossOriginRedirect: false,
			});
		} catch (error) {
			throw unreachable(url, error);
		}
		const { statusCode, body } = response;
		const accessToken = field(body, 'access_token');
		if (statusCode < 300 && accessToken) return { accessToken };
		if (statusCode === 400 || statusCode === 401) throw refused(clientId, clientSecret, body);
		throw new OperationalError(
			`The token endpoint ${url} answered HTTP ${statusCode} without an access token`,
			{
				description:
					"Try again later and, with 'Custom Hosts' on, check the 'Token URL' of the credential.",
			},
		);
	}

	/** A function, as n8n evaluates an expression in an isolate: for each request, that costs as much as sending it. */
	authenticate: IAuthenticate = async (credentials, request) => {
		await departure(request);
		const authorization = `Bearer ${pastedText(credentials.accessToken)}`;
		return { ...request, headers: { ...request.headers, Authorization: authorization } };
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: `={{ ${hostExpression('signalsUrl')} }}`,
			url: '/connections',
			qs: { 'page[size]': 1 },
		},
		rules: [
			{
				type: 'responseCode',
				properties: {
					value: 401,
					message:
						'Smartcar issued an access token but the vehicle API does not accept it. An application from before June 2025 may have to be upgraded to v3 in the dashboard.',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 403,
					message: 'The application has no permission to list its connections.',
				},
			},
		],
	};
}
