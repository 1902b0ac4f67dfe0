import type { ICredentialType, Icon, INodeProperties } from 'n8n-workflow';
import { hostExpression } from '../nodes/shared/hosts';
import { customHostFields } from '../nodes/shared/hosts.fields';

/** The permissions of per-vehicle access (service: per-vehicle OAuth2, scopes). */
const SCOPES = [
	['control_charge', 'Start and stop charging, set the charge limit'],
	['control_climate', 'Control the climate'],
	['control_navigation', 'Send a destination'],
	['control_pin', 'Control features protected by a PIN'],
	['control_security', 'Lock and unlock'],
	['control_trunk', 'Open the trunk'],
	['read_alerts', 'Read alerts'],
	['read_battery', 'Read battery level, range and capacity'],
	['read_charge', 'Read the charge status and limit'],
	['read_charge_events', 'Read charging events'],
	['read_charge_locations', 'Read charging locations'],
	['read_charge_records', 'Read charging records'],
	['read_climate', 'Read the climate status'],
	['read_compass', 'Read the heading'],
	['read_diagnostics', 'Read diagnostics and trouble codes'],
	['read_engine_oil', 'Read the engine oil'],
	['read_extended_vehicle_info', 'Read extended vehicle information'],
	['read_fuel', 'Read the fuel tank'],
	['read_location', 'Read the location'],
	['read_odometer', 'Read the odometer'],
	['read_security', 'Read locks, doors and windows'],
	['read_service_history', 'Read the service history'],
	['read_speedometer', 'Read the speed'],
	['read_thermometer', 'Read temperatures'],
	['read_tires', 'Read the tire pressure'],
	['read_user_profile', "Read the owner's profile"],
	['read_vehicle_info', 'Read make, model and year'],
	['read_vin', 'Read the VIN'],
] as const;

/**
 * What the node's operations read most; asked for when nothing is chosen. Not the default of the field: n8n's form
 * starts a field of several choices empty, whatever its default is. The location is left to a deliberate choice.
 */
const USUAL_SCOPES = [
	'read_battery',
	'read_charge',
	'read_odometer',
	'read_tires',
	'read_vehicle_info',
];

/**
 * Says, while a field is filled in, what is plainly wrong with it: n8n has no test for this type, and sends the fields
 * without trimming them. Hidden for what is right and for expressions, which a condition to show would always fulfil.
 */
const notice = (field: string, displayName: string, hiddenFor: string): INodeProperties => ({
	displayName,
	name: `${field}Notice`,
	type: 'notice',
	default: '',
	displayOptions: { hide: { [field]: [{ _cnd: { regex: hiddenFor } }] } },
});

const ONE_WORD = `^(=|[^\\s"']*$)`;
const NO_CLIENT_ID = '^(?!client_)';

const clientIdNotice = notice(
	'clientId',
	"'Client ID' has a space or a quotation mark. n8n sends it as it is: paste the value alone.",
	ONE_WORD,
);

const clientSecretNotices = [
	notice(
		'clientSecret',
		"'Client Secret' has a space or a quotation mark. n8n sends it as it is: paste the value alone.",
		ONE_WORD,
	),
	{
		...notice(
			'clientSecret',
			"'Client Secret' looks like the client ID, which usually begins with 'client_'. The secret is another value.",
			NO_CLIENT_ID,
		),
		name: 'clientSecretSwapNotice',
	},
];

const SCOPE =
	"={{ [...($self.requestedScopes || []), ...($self.additionalScopes || '').split(/[\\s,]+/)].filter(Boolean).join(' ') " +
	`|| '${USUAL_SCOPES.join(' ')}' }}`;

const AUTH_QUERY =
	"={{ 'mode=' + $self.mode + '&single_select=' + ($self.singleSelect ? 'true' : 'false') + " +
	"(($self.connectParameters || '').trim() ? '&' + $self.connectParameters.trim().replace(/^[?&]+/, '') : '') }}";

/**
 * Per-vehicle access on n8n's own OAuth2 machinery: authorization code, Basic client authentication at the token
 * endpoint, refresh tokens without an extra scope (service: per-vehicle OAuth2).
 */
export class SmartcarOAuth2Api implements ICredentialType {
	name = 'smartcarOAuth2Api';

	extends = ['oAuth2Api'];

	displayName = 'Smartcar OAuth2 API';

	icon: Icon = { light: 'file:../icons/smartcar.svg', dark: 'file:../icons/smartcar.dark.svg' };

	documentationUrl = 'https://smartcar.com/docs/api-reference/authorization/auth-code-exchange';

	properties: INodeProperties[] = [
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
				'The client ID from the Smartcar dashboard under Configuration, API credentials. For an application from before v3 it is the UUID that the dashboard also calls Application ID.',
		},
		clientIdNotice,
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
		...clientSecretNotices,
		{
			displayName: 'Scopes',
			// Not `scopes`: under that name n8n's form keeps what its user may do with the credential.
			name: 'requestedScopes',
			type: 'multiOptions',
			options: SCOPES.map(([value, description]) => ({ name: value, value, description })),
			default: [],
			description:
				'The permissions that the owner is asked for. With none here and below: read_battery, read_charge, read_odometer, read_tires and read_vehicle_info. They override the Vehicle Access settings of the dashboard; connect again after a change.',
		},
		{
			displayName: 'Additional Scopes',
			name: 'additionalScopes',
			type: 'string',
			default: '',
			placeholder: 'e.g. required:read_vin',
			description:
				"Further permissions, separated by spaces. With 'required:' in front the owner cannot leave one out.",
		},
		{ displayName: 'Scope', name: 'scope', type: 'hidden', default: SCOPE },
		{
			displayName: 'Mode',
			name: 'mode',
			type: 'options',
			options: [
				{ name: 'Live', value: 'live', description: 'Real vehicles' },
				{ name: 'Simulated', value: 'simulated', description: "Vehicles of Smartcar's simulator" },
				{ name: 'Test', value: 'test', description: 'Test vehicles with made-up data' },
			],
			default: 'live',
			description: 'Which kind of vehicle can be connected',
		},
		{
			displayName: 'Single Select',
			name: 'singleSelect',
			type: 'boolean',
			default: true,
			description:
				'Whether the owner picks exactly one vehicle. An access token then stands for that vehicle alone.',
		},
		{
			displayName: 'Additional Connect Parameters',
			name: 'connectParameters',
			type: 'string',
			default: '',
			placeholder: 'e.g. make=TESLA&approval_prompt=force',
			description:
				"Further query parameters for the address of Smartcar Connect, as in Smartcar's documentation",
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
