import type { ICredentialType, Icon, INodeProperties } from 'n8n-workflow';
import { connectModeOptions } from '../nodes/shared/connectModes';
import { hostExpression } from '../nodes/shared/hosts';
import { customHostFields } from '../nodes/shared/hostFields';
import { permissionOptions } from '../nodes/shared/permissions';

/**
 * The scopes to request when both Scopes and Additional Scopes are empty. They are not the default
 * of a field, because n8n's form starts every multi-select field empty. The location is not among
 * them: a user has to choose it. See docs/contributing/n8n-facts.md#credential-fields.
 */
const DEFAULT_SCOPES = [
	'read_battery',
	'read_charge',
	'read_odometer',
	'read_tires',
	'read_vehicle_info',
];

/**
 * A notice about a mistake in a field, shown while the user fills it in: n8n has no credential test
 * for OAuth2 and does not trim the fields.
 *
 * Its condition hides it for a correct value. A condition that shows it for a mistake would also
 * show it for every expression. See docs/contributing/n8n-facts.md#display-conditions.
 *
 * @param hiddenFor pattern of the values without the mistake
 * @param name needed if the field has several notices
 */
const mistakeNotice = (
	field: string,
	displayName: string,
	hiddenFor: string,
	name = `${field}Notice`,
): INodeProperties => ({
	displayName,
	name,
	type: 'notice',
	default: '',
	displayOptions: { hide: { [field]: [{ _cnd: { regex: hiddenFor } }] } },
});

/** Also matches an expression, which begins with `=`. */
const NO_SPACE_OR_QUOTE = `^(=|[^\\s"']*$)`;
const NO_V3_CLIENT_ID = '^(?!client_)';

const clientIdNotices = [
	mistakeNotice(
		'clientId',
		"'Client ID' has a space or a quotation mark. Paste only the value.",
		NO_SPACE_OR_QUOTE,
	),
	// See docs/contributing/smartcar-api.md#connect-links.
	mistakeNotice(
		'clientId',
		"Smartcar Connect rejects a client ID that begins with 'client_'. For this application, use a Smartcar Application API credential instead.",
		NO_V3_CLIENT_ID,
		'clientIdV3Notice',
	),
];

const clientSecretNotices = [
	mistakeNotice(
		'clientSecret',
		"'Client Secret' has a space or a quotation mark. Paste only the value.",
		NO_SPACE_OR_QUOTE,
	),
	mistakeNotice(
		'clientSecret',
		"'Client Secret' holds a client ID, because it begins with 'client_'. Paste the client secret instead.",
		NO_V3_CLIENT_ID,
		'clientSecretSwapNotice',
	),
];

const SCOPE =
	"={{ [...($self.requestedScopes || []), ...($self.additionalScopes || '').split(/[\\s,]+/)].filter(Boolean).join(' ') " +
	`|| '${DEFAULT_SCOPES.join(' ')}' }}`;

const AUTH_QUERY =
	"={{ 'mode=' + $self.mode + '&single_select=' + ($self.singleSelect ? 'true' : 'false') + " +
	"(($self.connectParameters || '').trim() ? '&' + $self.connectParameters.trim().replace(/^[?&]+/, '') : '') }}";

/**
 * Access to the vehicles of one owner, based on n8n's OAuth2 credential: authorization code, Basic
 * authentication at the token endpoint, refresh tokens without an extra scope.
 * See docs/contributing/smartcar-api.md#vehicle-oauth2.
 */
export class SmartcarOAuth2Api implements ICredentialType {
	name = 'smartcarOAuth2Api';

	extends = ['oAuth2Api'];

	displayName = 'Smartcar OAuth2 API';

	icon: Icon = { light: 'file:../icons/smartcar.svg', dark: 'file:../icons/smartcar.dark.svg' };

	documentationUrl = 'https://smartcar.com/docs/api-reference/authorization/auth-code-exchange';

	properties: INodeProperties[] = [
		{
			displayName:
				'This credential works only with the v2.0 API, which is available until December 1, 2026. For version 3, create a Smartcar Application API credential instead.',
			name: 'endOfV2Notice',
			type: 'notice',
			default: '',
		},
		{ displayName: 'Grant Type', name: 'grantType', type: 'hidden', default: 'authorizationCode' },
		{
			displayName: 'Authorization URL',
			name: 'authUrl',
			type: 'hidden',
			default: `={{ ${hostExpression('authorizationUrl', '$self')} }}`,
		},
		{
			displayName: 'Access Token URL',
			name: 'accessTokenUrl',
			type: 'hidden',
			default: `={{ ${hostExpression('authTokenUrl', '$self')} }}`,
		},
		{
			displayName: 'Client ID',
			name: 'clientId',
			type: 'string',
			required: true,
			default: '',
			description:
				'The client ID from the Smartcar dashboard under Configuration, API credentials, if it is a UUID. An application whose client ID begins with client_ cannot use this credential: create a Smartcar Application API credential for it.',
		},
		...clientIdNotices,
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
		...clientSecretNotices,
		{
			displayName: 'Scopes',
			// n8n's form uses the name `scopes` for the permissions of its user.
			name: 'requestedScopes',
			type: 'multiOptions',
			options: permissionOptions,
			default: [],
			description:
				'The permissions to request from the owner. If you select none and Additional Scopes is empty, the credential requests read_battery, read_charge, read_odometer, read_tires and read_vehicle_info. The request overrides the Vehicle Access settings in the dashboard. After a change, connect again.',
		},
		{
			displayName: 'Additional Scopes',
			name: 'additionalScopes',
			type: 'string',
			default: '',
			placeholder: 'e.g. required:read_vin',
			description:
				"More permissions, separated by spaces or commas. The owner cannot deselect those that begin with 'required:'.",
		},
		{ displayName: 'Scope', name: 'scope', type: 'hidden', default: SCOPE },
		{
			displayName: 'Mode',
			name: 'mode',
			type: 'options',
			options: connectModeOptions,
			default: 'live',
			description: 'The kind of vehicles that the owner can connect',
		},
		{
			displayName: 'Single Select',
			name: 'singleSelect',
			type: 'boolean',
			default: true,
			description:
				'Whether to let the owner select exactly one vehicle. The access token is then only for that vehicle.',
		},
		{
			displayName: 'Additional Connect Parameters',
			name: 'connectParameters',
			type: 'string',
			default: '',
			placeholder: 'e.g. make=TESLA&approval_prompt=force',
			description:
				"More query parameters for the Smartcar Connect URL. See Smartcar's documentation.",
		},
		{
			displayName: 'Auth URI Query Parameters',
			name: 'authQueryParameters',
			type: 'hidden',
			default: AUTH_QUERY,
		},
		{ displayName: 'Authentication', name: 'authentication', type: 'hidden', default: 'header' },
		...customHostFields(
			'vehicleDataUrl',
			'managementUrl',
			'signalsUrl',
			'compatibilityUrl',
			'authorizationUrl',
			'authTokenUrl',
		),
	];
}
