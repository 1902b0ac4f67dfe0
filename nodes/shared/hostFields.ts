import type { INodeProperties } from 'n8n-workflow';
import { DEFAULT_HOSTS, type HostName } from './hosts';

/** How the editor shows the URL of each host. */
export const HOST_FIELDS: Record<HostName, { displayName: string; description: string }> = {
	vehicleDataUrl: {
		displayName: 'Vehicle Data URL',
		description: 'Base URL of the v2.0 vehicle data API, without the path /v2.0',
	},
	managementUrl: {
		displayName: 'Management URL',
		description:
			'Base URL of the management API for webhooks and subscriptions, with its version prefix',
	},
	signalsUrl: {
		displayName: 'Signals URL',
		description:
			'Base URL of the v3 vehicle API for signals, connections and commands, with its version prefix',
	},
	compatibilityUrl: {
		displayName: 'Compatibility URL',
		description: 'Base URL of the compatible-vehicles API, without the path /v3',
	},
	tokenUrl: {
		displayName: 'Token URL',
		description:
			'URL of the endpoint that exchanges the client ID and client secret for an access token',
	},
	connectUrl: {
		displayName: 'Connect URL',
		description:
			'Base URL of Smartcar Connect, without the path /oauth. Used only to build links, never for requests.',
	},
	authorizationUrl: {
		displayName: 'Authorization URL',
		description: 'URL of the page where an owner signs in and grants access to a vehicle',
	},
	authTokenUrl: {
		displayName: 'Vehicle Token URL',
		description: 'URL of the endpoint that issues and refreshes the access token of a vehicle',
	},
	legacyManagementUrl: {
		displayName: 'Legacy Management URL',
		description:
			'Base URL of the v2.0 management API, with its version prefix. Only the credential test uses it.',
	},
};

/** The field Custom Hosts of a credential and the URL fields that it shows. */
export function customHostFields(...names: HostName[]): INodeProperties[] {
	const urls = names.map((name): INodeProperties => ({
		...HOST_FIELDS[name],
		name,
		type: 'string',
		default: DEFAULT_HOSTS[name],
		placeholder: `e.g. ${DEFAULT_HOSTS[name]}`,
		displayOptions: { show: { customHosts: [true] } },
	}));
	return [
		{
			displayName: 'Custom Hosts',
			name: 'customHosts',
			type: 'boolean',
			default: false,
			description:
				"Whether to replace Smartcar's public hosts, for example with a proxy or a test server",
		},
		...urls,
	];
}
