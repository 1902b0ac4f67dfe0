import type { IExecuteFunctions, INodeProperties, INodePropertyMode } from 'n8n-workflow';
import { ID_PATTERN, normalizeId } from '../transport/path';
import { badParameter } from './parameters';

/** A parameter that names one thing of the service: how it is shown, and how its ID is read. */
export interface Locator {
	field: INodeProperties;
	/** The ID, fit to be part of a path. Throws an error that names the parameter for everything else. */
	read(context: IExecuteFunctions, item: number): string;
}

interface Kind {
	name: string;
	displayName: string;
	description: string;
	searchListMethod: string;
	idMode?: { displayName: string; placeholder: string; allowed: string };
	/** The part of the service's own links that the ID follows, such as `vehicles`; not everything has a link. */
	linkedBy?: string;
}

const ID = ID_PATTERN.replace(/^\^|\$$/g, '');

const BY_ID = {
	displayName: 'By ID',
	placeholder: 'e.g. 36ab27d0-fd9d-4455-823a-ce30af709ffc',
	allowed: 'an ID of letters, digits, hyphens and underscores',
};

function fieldOf(kind: Kind, link?: string): INodeProperties {
	const { name, displayName, description, searchListMethod, idMode = BY_ID } = kind;
	const validation = (regex: string, allowed: string): INodePropertyMode['validation'] => [
		{ type: 'regex', properties: { regex, errorMessage: `'${displayName}' must be ${allowed}` } },
	];
	return {
		displayName,
		name,
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: '' },
		description,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Select a ${displayName.toLowerCase()}...`,
				typeOptions: { searchListMethod, searchable: true },
			},
			{
				displayName: idMode.displayName,
				name: 'id',
				type: 'string',
				placeholder: idMode.placeholder,
				validation: validation(`^\\s*${ID}\\s*$`, idMode.allowed),
			},
			...(link === undefined
				? []
				: [
						{
							displayName: 'By URL',
							name: 'url',
							type: 'string' as const,
							placeholder: "e.g. a link from Smartcar's answers",
							extractValue: { type: 'regex' as const, regex: link },
							validation: validation(link, 'one of the links in the answers of Smartcar'),
						},
					]),
		],
	};
}

/** What a locator holds: its mode and value, or only a value when an expression stands for the whole of it. */
function partsOf(value: unknown): { mode?: unknown; value: unknown } {
	if (typeof value !== 'object' || value === null || !('__rl' in value)) return { value };
	return { mode: Reflect.get(value, 'mode'), value: Reflect.get(value, 'value') };
}

function locator(kind: Kind): Locator {
	const { name, displayName, linkedBy, idMode = BY_ID } = kind;
	const link =
		linkedBy === undefined ? undefined : `^\\s*https?://[^?#\\s]+/${linkedBy}/(${ID})(?:[/?#]\\S*)?\\s*$`;
	return {
		field: fieldOf(kind, link),
		read(context, item) {
			const { mode, value } = partsOf(context.getNodeParameter(name, item, ''));
			const byUrl = mode === 'url' && link !== undefined;
			const found = byUrl && typeof value === 'string' ? new RegExp(link).exec(value)?.[1] : value;
			const id = normalizeId(found);
			if (id !== undefined) return id;
			const allowed = byUrl ? `a link such as https://.../${linkedBy}/ and the ID` : idMode.allowed;
			throw badParameter(context, item, displayName, allowed, value);
		},
	};
}

export const vehicleLocator = locator({
	name: 'vehicleId',
	displayName: 'Vehicle',
	description: 'The connected vehicle to work with',
	searchListMethod: 'searchVehicles',
	linkedBy: 'vehicles',
});

export const userLocator = locator({
	name: 'userId',
	displayName: 'User',
	description:
		'The user on whose behalf to ask, one of those who connected the vehicle. Events of the trigger and connections have the ID too.',
	searchListMethod: 'searchUsers',
});

export const webhookLocator = locator({
	name: 'webhookId',
	displayName: 'Webhook',
	description: 'The webhook, as set up in the Smartcar dashboard',
	searchListMethod: 'searchWebhooks',
	linkedBy: 'webhooks',
});

export const subscriptionLocator = locator({
	name: 'subscriptionId',
	displayName: 'Subscription',
	description: 'The subscription of a vehicle to a webhook',
	searchListMethod: 'searchSubscriptions',
	linkedBy: 'subscriptions',
});

export const connectionLocator = locator({
	name: 'connectionId',
	displayName: 'Connection',
	description: 'The connection of a vehicle with a user',
	searchListMethod: 'searchConnections',
	linkedBy: 'connections',
});

export const signalLocator = locator({
	name: 'signalCode',
	displayName: 'Signal',
	description: 'What to read from the vehicle. Codes that the list does not know can be used as well.',
	searchListMethod: 'searchSignals',
	idMode: {
		displayName: 'By Code',
		placeholder: 'e.g. tractionbattery-stateofcharge',
		allowed: 'a code such as tractionbattery-stateofcharge, of letters, digits and hyphens',
	},
	linkedBy: 'signals',
});
