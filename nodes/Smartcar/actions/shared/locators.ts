import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';
import { toSignalCode } from '../../../shared/signalCode';
import { normalizeWebhookId } from '../../../shared/webhookId';
import type { InputItem } from './inputItem';
import { isLocatorValue } from './isLocatorValue';

/** A parameter that selects one resource of Smartcar: its field and how its ID is read. */
export interface Locator {
	/** The field as a required parameter of its own. */
	field: INodeProperties;
	/** The field as an optional part of a collection, with another description. */
	option(description: string): INodeProperties;
	/** Returns the ID in the parameter's value, or undefined if there is none. */
	parse(value: unknown): string | undefined;
	/** What the value must be, for the error about a value without an ID. */
	expected(value: unknown): string;
	/** Reads the ID. Throws an error that names the parameter if there is none. */
	read(item: InputItem): string;
}

interface LocatorOptions {
	name: string;
	displayName: string;
	description: string;
	searchListMethod: string;
	idMode?: { placeholder: string; pattern?: string };
	/** Describes an ID, for the error about a value that is none. */
	expected: string;
	/** The segment before the ID in Smartcar's links, such as `vehicles`. */
	linkSegment: string;
	/** Changes an ID into the form in which Smartcar knows it. */
	toKnownForm?: (id: string) => string;
	/** The parameters that the list depends on. The editor clears the choice when they change. */
	dependsOn?: string[];
}

/** IDs are UUIDs or have a prefix (`sched_…`). None of their characters changes the path of a URL. */
const ID_PATTERN = '[A-Za-z0-9][A-Za-z0-9_:~-]{0,127}';

const ID = new RegExp(`^${ID_PATTERN}$`);

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A longer text is not searched for an ID, because {@link linkPattern} is slow on long texts. */
const MAX_LINK_LENGTH = 2000;

/** Describes an ID that an operation returns. */
const idFrom = (operation: string) =>
	`an ID with only letters, digits, hyphens and underscores, as returned by ${operation}`;

/** The texts of undefined, null and NaN, which expressions without a result often return. */
export const NO_VALUE_TEXTS = new Set(['undefined', 'null', 'NaN']);

/**
 * Removes the whitespace around a pasted ID. Writes a UUID in lower case, as Smartcar does, so that
 * it equals the one in a response.
 *
 * @returns undefined if it is not an ID, for example because it has a slash, dot or percent sign,
 * which could lead to another path
 */
export function normalizeId(value: unknown): string | undefined {
	if (typeof value !== 'string') return undefined;
	const id = value.trim();
	if (UUID.test(id)) return id.toLowerCase();
	return ID.test(id) && !NO_VALUE_TEXTS.has(id) ? id : undefined;
}

/**
 * The pattern of links in Smartcar's responses, such as
 * `https://vehicle.api.smartcar.com/v3/vehicles/{id}`. Its only group is the ID after `segment`.
 * Links of charge schedules have no host. See docs/contributing/smartcar-api.md#charge-schedules.
 */
export function linkPattern(segment: string): string {
	return `^\\s*(?:https?:/)?/(?:[^?#\\s]*/)?${segment}/(${ID_PATTERN})(?:[/?#]\\S*)?\\s*$`;
}

function createField(options: LocatorOptions, urlPattern: string): INodeProperties {
	const { name, displayName, description, searchListMethod, dependsOn } = options;
	const { idMode = { placeholder: 'e.g. 36ab27d0-fd9d-4455-823a-ce30af709ffc' } } = options;
	const validation = (regex: string, expected: string): INodePropertyMode['validation'] => [
		{ type: 'regex', properties: { regex, errorMessage: `'${displayName}' must be ${expected}` } },
	];
	return {
		displayName,
		name,
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: '' },
		description,
		...(dependsOn && { typeOptions: { loadOptionsDependsOn: dependsOn } }),
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Select a ${displayName.toLowerCase()}...`,
				typeOptions: { searchListMethod, searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: idMode.placeholder,
				validation: validation(`^\\s*${idMode.pattern ?? ID_PATTERN}\\s*$`, options.expected),
			},
			{
				displayName: 'By URL',
				name: 'url',
				type: 'string',
				placeholder: "e.g. a link from Smartcar's responses",
				extractValue: { type: 'regex', regex: urlPattern },
				validation: validation(urlPattern, "a link from Smartcar's responses"),
			},
		],
	};
}

/**
 * Whether the user chose By URL. If an expression gives the whole parameter, there is no such
 * choice.
 */
const isByUrl = (locatorValue: unknown): boolean =>
	isLocatorValue(locatorValue) && locatorValue.mode === 'url';

function createLocator(options: LocatorOptions): Locator {
	const { linkSegment, toKnownForm = (id: string) => id } = options;
	const urlPattern = linkPattern(linkSegment);
	const field = createField(options, urlPattern);

	function idInLink(value: unknown): string | undefined {
		if (typeof value !== 'string' || value.length > MAX_LINK_LENGTH) return undefined;
		return new RegExp(urlPattern).exec(value)?.[1];
	}

	function parse(locatorValue: unknown): string | undefined {
		const value: unknown = isLocatorValue(locatorValue) ? locatorValue.value : locatorValue;
		const id = isByUrl(locatorValue) ? idInLink(value) : value;
		return normalizeId(typeof id === 'string' ? toKnownForm(id) : undefined);
	}

	function expected(locatorValue: unknown): string {
		return isByUrl(locatorValue)
			? `a link that contains /${linkSegment}/ followed by the ID`
			: options.expected;
	}

	return {
		field,
		option: (description) => ({ ...field, required: false, description }),
		parse,
		expected,
		read(item) {
			const value = item.read(field);
			const id = parse(value);
			if (id !== undefined) return id;
			throw item.invalidParameterError(field, expected(value), value);
		},
	};
}

/** Returns the ID that the user selected with a locator. */
export type IdReader = (locator: Locator) => string;

/**
 * Reads the IDs of all locators at once, so that an invalid one throws before any request is sent,
 * and an expression has one result for the item.
 */
export function createIdReader(item: InputItem, locators: Locator[]): IdReader {
	const ids = new Map(locators.map((locator) => [locator, locator.read(item)]));
	return (locator) => {
		const id = ids.get(locator);
		if (id === undefined) throw new TypeError(`The operation has no field ${locator.field.name}`);
		return id;
	};
}

export const vehicleLocator = createLocator({
	name: 'vehicleId',
	displayName: 'Vehicle',
	description: 'The connected vehicle',
	searchListMethod: 'searchVehicles',
	expected: idFrom('Vehicle: Get Many'),
	linkSegment: 'vehicles',
});

export const userLocator = createLocator({
	name: 'userId',
	displayName: 'User',
	description:
		'The user who connected the vehicle. The ID is also in connections and in events of the trigger.',
	searchListMethod: 'searchUsers',
	expected: idFrom('User: Get Many'),
	linkSegment: 'users',
});

export const webhookLocator = createLocator({
	name: 'webhookId',
	displayName: 'Webhook',
	description: 'The webhook from the Smartcar dashboard',
	searchListMethod: 'searchWebhooks',
	// The trigger returns the ID as it is in the event. The API knows only UUIDs.
	toKnownForm(id) {
		const knownId = normalizeWebhookId(id.trim());
		return UUID.test(knownId) ? knownId : id;
	},
	expected: idFrom('Webhook: Get Many'),
	linkSegment: 'webhooks',
});

export const subscriptionLocator = createLocator({
	name: 'subscriptionId',
	displayName: 'Subscription',
	description: 'The subscription of a vehicle to a webhook',
	searchListMethod: 'searchSubscriptions',
	expected: idFrom('Subscription: Get Many'),
	linkSegment: 'subscriptions',
});

export const connectionLocator = createLocator({
	name: 'connectionId',
	displayName: 'Connection',
	description: 'The connection between a vehicle and a user',
	searchListMethod: 'searchConnections',
	expected: idFrom('Connection: Get Many'),
	linkSegment: 'connections',
});

export const signalLocator = createLocator({
	name: 'signalCode',
	displayName: 'Signal',
	description: 'The signal to read. You can also enter a code that is not in the list.',
	searchListMethod: 'searchSignals',
	toKnownForm: toSignalCode,
	idMode: {
		placeholder: 'e.g. tractionbattery-stateofcharge',
		// A code, or a name with a dot, as in the dashboard.
		pattern: '[A-Za-z0-9][A-Za-z0-9_.-]{0,127}',
	},
	expected:
		'a code of letters, digits and hyphens, such as tractionbattery-stateofcharge. Signal: Get Many returns the codes of a vehicle',
	linkSegment: 'signals',
});

export const scheduleLocator = createLocator({
	name: 'scheduleId',
	displayName: 'Schedule',
	description:
		'The schedule to delete. New schedules appear in the list only after Smartcar has read the signal charge-chargetimers again. Charge Schedule: Create returns the ID right away.',
	searchListMethod: 'searchChargeSchedules',
	idMode: { placeholder: 'e.g. sched_000001' },
	expected: idFrom('Charge Schedule: Create'),
	linkSegment: 'charge-schedules',
	dependsOn: ['vehicleId.value', 'options.userId.value'],
});
