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
import { BoundedMap } from '../nodes/shared/boundedMap';
import { ClientRejectedError } from '../nodes/shared/clientRejectedError';
import { describeMistake, trimmedText } from '../nodes/shared/credentialHints';
import { hashOf } from '../nodes/shared/hashOf';
import { hostExpression, resolveHost } from '../nodes/shared/hosts';
import { customHostFields } from '../nodes/shared/hostFields';
import { networkCodeOf, networkReason } from '../nodes/shared/networkReason';
import { parseRetryAfter } from '../nodes/shared/parseRetryAfter';
import { redirectRules } from '../nodes/shared/redirectRules';
import { textProperty } from '../nodes/shared/textProperty';
import { TokenEndpointError } from '../nodes/shared/tokenEndpointError';

const TOKEN_TIMEOUT_MS = 30_000;

/**
 * How long a new token is shared. Requests that were sent with the old one may be rejected this
 * much later.
 */
const MAX_SHARED_AGE_MS = 60_000;

/** The token requests that this process shares, by credential and by the token they replace. */
const tokenRequests = new BoundedMap<Promise<string>>({
	maxEntries: 200,
	maxAgeMs: MAX_SHARED_AGE_MS,
});

/**
 * A hash of the latest token that has replaced a rejected one, by credential. If the API rejects it
 * soon as well, it has not expired, and another one would be rejected, too.
 */
const replacementTokens = new BoundedMap<string>({ maxEntries: 200, maxAgeMs: MAX_SHARED_AGE_MS });

const REJECTION_AGE_MS = 5_000;

/**
 * The latest rejections, by credential. The items of a run share one, so that they do not all send
 * the same wrong secret, or ask again although the token endpoint wants them to wait.
 */
const rejections = new BoundedMap<ClientRejectedError | TokenEndpointError>({
	maxEntries: 200,
	maxAgeMs: REJECTION_AGE_MS,
});

/** Whether another request would be rejected for as long as a rejection is kept. */
const isLasting = (error: unknown): error is ClientRejectedError | TokenEndpointError =>
	error instanceof ClientRejectedError ||
	(error instanceof TokenEndpointError &&
		error.httpStatus === 429 &&
		(parseRetryAfter(error.retryAfter, Date.now()) ?? 0) > REJECTION_AGE_MS);

/** Stands for every stored token that was issued for other values. */
const TOKEN_FOR_OTHER_VALUES = 'issued for other values';

/**
 * Requests a new token once for all API requests that had the same old token.
 *
 * @param valuesHash identifies the credential. A hash, so that no secret stays in memory.
 * @param oldToken empty for a new credential and for a credential test: these share a request only
 * while it is being sent
 */
async function shareTokenRequest(
	valuesHash: string,
	oldToken: string,
	request: () => Promise<string>,
): Promise<string> {
	const rejection = rejections.get(valuesHash);
	if (rejection !== undefined) throw rejection;
	if (replacementTokens.get(valuesHash) === hashOf(oldToken)) return oldToken;
	const key = hashOf(valuesHash, oldToken);
	const existing = tokenRequests.get(key);
	if (existing !== undefined) return await existing;
	const tokenRequest = request();
	tokenRequests.set(key, tokenRequest);
	try {
		const accessToken = await tokenRequest;
		if (oldToken === '') tokenRequests.delete(key);
		else replacementTokens.set(valuesHash, hashOf(accessToken));
		return accessToken;
	} catch (error) {
		tokenRequests.delete(key);
		if (isLasting(error)) rejections.set(valuesHash, error);
		throw error;
	}
}

/** A hash of the values that a token is issued for. It identifies the credential. */
function hashOfValues(credentials: ICredentialDataDecryptedObject): string {
	const url = resolveHost(credentials, 'tokenUrl');
	const { clientId, clientSecret } = credentials;
	return hashOf(url, trimmedText(clientId), trimmedText(clientSecret));
}

/**
 * The stored token, or undefined if it was issued for other values: the user may have changed them
 * since, and an expression can return another value for each item.
 *
 * The field contains the token and, after a space, the hash of the values. Before the first token
 * it is empty.
 */
function matchingTokenOf(credentials: ICredentialDataDecryptedObject): string | undefined {
	const [token = '', storedHash] = String(credentials.accessToken ?? '').split(' ');
	return storedHash === undefined || storedHash === hashOfValues(credentials) ? token : undefined;
}

/** Says which of the two values is probably wrong, judging by their formats. */
function describeMistakes(clientId: string, clientSecret: string): string {
	if (clientId === clientSecret)
		return "'Client ID' and 'Client Secret' in this credential hold the same value";
	if (clientSecret.startsWith('client_') && !clientId.startsWith('client_')) {
		return "'Client ID' and 'Client Secret' in this credential are probably swapped: the client ID usually begins with 'client_'";
	}
	const idMistake = describeMistake('Client ID', 'clientId', clientId);
	const mistakes = [
		idMistake,
		idMistake && !clientId.includes('client_') && "The client ID usually begins with 'client_'",
		describeMistake('Client Secret', 'clientSecret', clientSecret),
	].filter(Boolean);
	if (mistakes.length > 0) return mistakes.join('. ');
	return "If they worked before, the secret may have been deleted in the Smartcar dashboard: create a new one. Otherwise check that 'Client ID' is not the Application ID and 'Client Secret' is not the Application Management Token";
}

/**
 * What must not get into an error, since a proxy or a test server may repeat the request in its
 * response: the secret as it is and as it is sent, and a client ID that may be the secret.
 */
function secretsIn(clientId: string, clientSecret: string): string[] {
	const encoded = new URLSearchParams([['', clientSecret]]).toString().slice(1);
	return [clientSecret, encoded, ...(clientId.startsWith('client_') ? [] : [clientId])];
}

function rejectionError(
	clientId: string,
	clientSecret: string,
	{ statusCode, body }: IN8nHttpFullResponse,
): ClientRejectedError {
	const secrets = secretsIn(clientId, clientSecret);
	const textOf = (name: string) =>
		secrets.reduce((text, secret) => text?.replaceAll(secret, '***'), textProperty(body, name));
	const oauthError = textOf('error');
	const reason = [oauthError, textOf('error_description')]
		.filter(Boolean)
		.join(': ')
		.replace(/\.$/, '');
	return new ClientRejectedError(
		`Smartcar did not accept the client ID and client secret${reason ? ` (${reason})` : ''}. ${describeMistakes(clientId, clientSecret)}.`,
		{
			httpStatus: statusCode,
			oauthError,
			description:
				'The Smartcar dashboard shows four values: client ID and client secret (used here), Application ID ' +
				'(used by Smartcar Connect) and Application Management Token (used by webhooks). Applications created before ' +
				'June 2025 may need an upgrade to v3 in the dashboard first.',
		},
	);
}

/** How errors name the token endpoint: without the password and the query that a URL can have. */
function describeEndpoint(url: string): string {
	if (!URL.canParse(url)) return 'The token endpoint';
	const { origin, pathname } = new URL(url);
	return `The token endpoint ${origin}${pathname}`;
}

function unreachableError(url: string, cause: unknown): TokenEndpointError {
	return new TokenEndpointError(
		`${describeEndpoint(url)} could not be reached: ${networkReason(cause)}`,
		{
			networkCode: networkCodeOf(cause),
			description:
				"Check n8n's network connection. With 'Custom Hosts' on, check the 'Token URL' in the credential.",
		},
	);
}

async function requestToken(
	{ helpers }: IHttpRequestHelper,
	url: string,
	clientId: string,
	clientSecret: string,
): Promise<string> {
	let response: IN8nHttpFullResponse;
	try {
		response = await helpers.httpRequest({
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
			// The body has the client secret, and would go along with a 307 to another host.
			disableFollowRedirect: true,
		});
	} catch (error) {
		// n8n itself does not allow the address, and says why.
		if (error instanceof UserError) throw error;
		throw unreachableError(url, error);
	}
	const { statusCode, body, headers } = response;
	const accessToken = textProperty(body, 'access_token');
	if (statusCode < 300 && accessToken) return accessToken;
	// Without an error code, the response is probably from a proxy.
	if ((statusCode === 400 || statusCode === 401) && textProperty(body, 'error'))
		throw rejectionError(clientId, clientSecret, response);
	if (statusCode >= 300 && statusCode < 400)
		throw new UserError(
			`${describeEndpoint(url)} redirects to another address. With 'Custom Hosts' on, enter the final address as 'Token URL' in the credential`,
			{ description: 'The client secret is not sent along a redirect.' },
		);
	const retryAfter: unknown = headers['retry-after'];
	throw new TokenEndpointError(
		`${describeEndpoint(url)} answered HTTP ${statusCode} without an access token`,
		{
			httpStatus: statusCode,
			retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
			description:
				"Try again later. With 'Custom Hosts' on, check the 'Token URL' in the credential.",
		},
	);
}

export class SmartcarApplicationApi implements ICredentialType {
	name = 'smartcarApplicationApi';

	displayName = 'Smartcar Application API';

	icon: Icon = { light: 'file:../icons/smartcar.svg', dark: 'file:../icons/smartcar.dark.svg' };

	documentationUrl = 'https://smartcar.com/docs/api-reference/authorization/request-access-token';

	properties: INodeProperties[] = [
		{
			displayName: 'Client ID',
			name: 'clientId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. client_01hxyz',
			description:
				"The v3 client ID from the Smartcar dashboard under Configuration, API credentials. It usually begins with 'client_'. The Application ID, a UUID on the same page, is a different value.",
		},
		{
			displayName: 'Client Secret',
			name: 'clientSecret',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description:
				'The secret of the client ID. The dashboard shows it once, when you create it. The Application Management Token is a different value.',
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			default: '',
		},
		{
			displayName: 'Application ID',
			name: 'applicationId',
			type: 'string',
			default: '',
			placeholder: 'e.g. 8229df9f-91a0-4ff0-a1ae-a1f38ee24d07',
			description:
				'A UUID from the Smartcar dashboard under Configuration. Needed only for links to Smartcar Connect.',
		},
		...customHostFields(
			'vehicleDataUrl',
			'managementUrl',
			'signalsUrl',
			'compatibilityUrl',
			'tokenUrl',
			'connectUrl',
		),
	];

	/**
	 * Exchanges the client ID and client secret for an application access token, which is valid for
	 * one hour. n8n calls it before the first request, after a 401 and for the credential test, and
	 * stores the token. See docs/contributing/smartcar-api.md#application-token.
	 *
	 * Its errors have no property that n8n takes for the HTTP status: after a 401 n8n would send the
	 * token request again and lose the explanation. See docs/contributing/n8n-facts.md#token-renewal.
	 */
	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<IDataObject> {
		const url = resolveHost(credentials, 'tokenUrl');
		const clientId = trimmedText(credentials.clientId);
		const clientSecret = trimmedText(credentials.clientSecret);
		if (!clientId || !clientSecret) {
			throw new UserError(
				`'${clientId ? 'Client Secret' : 'Client ID'}' in the Smartcar credential is empty`,
			);
		}
		if (!/^https?:\/\//i.test(url))
			throw new UserError("'Token URL' in the Smartcar credential cannot be used as a URL", {
				description: 'Enter a URL that begins with https:// or http://.',
			});
		const valuesHash = hashOfValues(credentials);
		const accessToken = await shareTokenRequest(
			valuesHash,
			matchingTokenOf(credentials) ?? TOKEN_FOR_OTHER_VALUES,
			async () => await requestToken(this, url, clientId, clientSecret),
		);
		return { accessToken: `${accessToken} ${valuesHash}` };
	}

	/**
	 * A function, because n8n would evaluate an expression in an isolate for every request.
	 * See docs/contributing/n8n-facts.md#expressions-are-slow.
	 *
	 * A token that was issued for other values is not sent. The error looks like a 401, so n8n gets a
	 * new token. See docs/contributing/n8n-facts.md#token-renewal.
	 */
	authenticate: IAuthenticate = async (credentials, request) => {
		const token = matchingTokenOf(credentials);
		if (token === undefined)
			throw Object.assign(
				new OperationalError('The stored access token was issued for other values'),
				{
					response: { status: 401 },
				},
			);
		return { ...request, headers: { ...request.headers, Authorization: `Bearer ${token}` } };
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: `={{ ${hostExpression('signalsUrl')} }}`,
			url: '/connections',
			qs: { 'page[size]': 1 },
			disableFollowRedirect: true,
		},
		rules: [
			{
				type: 'responseCode',
				properties: {
					value: 401,
					message:
						'Smartcar issued an access token, but the vehicle API does not accept it. Applications created before June 2025 may need an upgrade to v3 in the dashboard.',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 403,
					message: 'The application has no permission to list its connections.',
				},
			},
			...redirectRules(),
		],
	};
}
