import type { INodeProperties } from 'n8n-workflow';
import { describeMistake, trimmedText } from '../../../shared/credentialHints';
import { readHost } from '../../transport/apiAccess';
import type { SmartcarClient } from '../../transport/client';
import type { ChoiceField, InputItem } from '../shared/inputItem';
import { NO_VALUE_TEXTS } from '../shared/locators';
import {
	MAX_TEXT_LENGTH,
	parseText,
	readChoiceOption,
	readRedirectUri,
} from '../shared/parameters';

export const externalUserIdField: INodeProperties = {
	displayName: 'External User ID',
	name: 'externalUserId',
	type: 'string',
	default: '',
	placeholder: 'e.g. 7d2f0c9e5b81',
	description:
		'Your own ID for the owner. Use one that nobody can guess, because whoever has a link can change it. Connections and events contain it, so that you know whose vehicle it is.',
};

const redirectUriOption: INodeProperties = {
	displayName: 'Redirect URI',
	name: 'redirectUri',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://example.com/connected',
	description:
		'Where Smartcar Connect sends the owner at the end. Add it to the redirect URIs in the Smartcar dashboard first. Without it, the owner stays on a Smartcar page.',
};

const stateOption: INodeProperties = {
	displayName: 'State',
	name: 'state',
	type: 'string',
	default: '',
	placeholder: 'e.g. 0facda3319',
	description: 'Text that Smartcar adds to the redirect. Requires a Redirect URI.',
};

type LinkFormat = 'applicationId' | 'clientId';

/** See docs/contributing/smartcar-api.md#connect-links. */
const linkFormatOption: ChoiceField<LinkFormat> = {
	displayName: 'Link Format',
	name: 'linkFormat',
	type: 'options',
	options: [
		{
			name: 'Application ID (Newest)',
			value: 'applicationId',
			description: 'The link contains the application ID as application_id',
		},
		{
			name: 'Client ID (Older)',
			value: 'clientId',
			description: 'The link contains the application ID as client_id. Requires a Redirect URI.',
		},
	],
	default: 'applicationId',
	description:
		"Smartcar's documentation has described two formats of the link. Try the older one if Smartcar Connect rejects the newest.",
};

/** The options of every link to Smartcar Connect. */
export const connectLinkOptions = [linkFormatOption, redirectUriOption, stateOption];

/** What every link to Smartcar Connect has in common. */
interface LinkBase {
	connectUrl: string;
	applicationId: string;
	format: LinkFormat;
	redirectUri?: string;
	state?: string;
}

/** Reads an option that is text. Undefined when it is not set. */
export function readTextOption(item: InputItem, field: INodeProperties): string | undefined {
	const value = item.readOption(field);
	if (value === undefined) return undefined;
	const text = parseText(value);
	if (text !== undefined) return text;
	const expected = `text of 1 to ${MAX_TEXT_LENGTH} characters, or be removed from the options`;
	throw item.invalidParameterError(field, expected, value);
}

/**
 * Reads the ID of an owner. The text of an expression without a result, such as `null` or
 * `undefined`, is not one: in a link, `null` deletes the ID that Smartcar has stored.
 *
 * @returns undefined if the value is no such ID
 */
export function parseExternalUserId(value: unknown): string | undefined {
	const text = parseText(value);
	return text === undefined || NO_VALUE_TEXTS.has(text) ? undefined : text;
}

/** What `parseExternalUserId` accepts. */
export const EXPECTED_EXTERNAL_USER_ID = `text of 1 to ${MAX_TEXT_LENGTH} characters, and not null, undefined or NaN`;

/** Checks the ID of the owner for a link, in which it replaces the one that Smartcar has stored. */
export function toExternalUserId(item: InputItem, value: unknown): string {
	const externalUserId = parseExternalUserId(value);
	if (externalUserId !== undefined) return externalUserId;
	throw item.invalidParameterError(externalUserIdField, EXPECTED_EXTERNAL_USER_ID, value);
}

async function readApplication(
	item: InputItem,
	client: SmartcarClient,
): Promise<Pick<LinkBase, 'connectUrl' | 'applicationId'>> {
	if (client.credentialType !== 'smartcarApplicationApi')
		throw item.error(
			'A link to Smartcar Connect needs a Smartcar Application API credential',
			"Choose one in this node, and fill in its 'Application ID'.",
		);
	const credentials = await item.context.getCredentials('smartcarApplicationApi', item.index);
	const applicationId = trimmedText(credentials.applicationId);
	if (applicationId === '') {
		throw item.error(
			"'Application ID' in the Smartcar credential is empty",
			'Links to Smartcar Connect need it. Copy the UUID from the Smartcar dashboard under Configuration.',
		);
	}
	const mistake = describeMistake('Application ID', 'applicationId', applicationId);
	if (mistake) client.hints.addMessage(`${mistake}.`);
	return { applicationId, connectUrl: readHost(item.context, credentials, 'connectUrl') };
}

/** Reads the credential and the options of a link. Throws if an option lacks the Redirect URI. */
export async function readLinkBase(item: InputItem, client: SmartcarClient): Promise<LinkBase> {
	const format = readChoiceOption(item, linkFormatOption);
	const redirectUri = readRedirectUri(item, redirectUriOption);
	const state = readTextOption(item, stateOption);
	if (format === 'clientId' && redirectUri === undefined) {
		const expected = 'Application ID (Newest), unless Redirect URI is set';
		throw item.invalidParameterError(linkFormatOption, expected, format);
	}
	if (state !== undefined && redirectUri === undefined) {
		const expected = 'used together with Redirect URI: Smartcar returns it only in that redirect';
		throw item.invalidParameterError(stateOption, expected, state);
	}
	const application = await readApplication(item, client);
	return { ...application, format, redirectUri, state };
}

/**
 * Builds a link to Smartcar Connect, with every part encoded. Sends no request.
 *
 * @param responseType the `response_type` in the older link format
 * @param query parameters by name. Undefined ones are left out.
 */
export function buildConnectLink(
	{ connectUrl, applicationId, format, redirectUri, state }: LinkBase,
	path: 'authorize' | 'reauthenticate',
	responseType: 'code' | 'vehicle_id',
	query: Record<string, string | undefined>,
): string {
	const application =
		format === 'applicationId'
			? { response_type: 'none', application_id: applicationId }
			: { response_type: responseType, client_id: applicationId };
	const searchParams = new URLSearchParams();
	const parameters = { ...application, ...query, redirect_uri: redirectUri, state };
	for (const [name, value] of Object.entries(parameters)) {
		if (value !== undefined) searchParams.set(name, value);
	}
	// A space becomes %20, because some mail programs do not read a plus as a space.
	return `${connectUrl}/oauth/${path}?${searchParams.toString().replaceAll('+', '%20')}`;
}
