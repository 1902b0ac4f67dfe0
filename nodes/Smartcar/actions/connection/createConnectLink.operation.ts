import type { INodeProperties } from 'n8n-workflow';
import { connectModeOptions, type ConnectMode } from '../../../shared/connectModes';
import { permissionOptions } from '../../../shared/permissions';
import { optionsCollection } from '../shared/common.descriptions';
import type { ChoiceField, InputItem } from '../shared/inputItem';
import type { Operation } from '../shared/operation';
import { parseEntries, readChoice } from '../shared/parameters';
import {
	buildConnectLink,
	connectLinkOptions,
	externalUserIdField,
	readLinkBase,
	readTextOption,
	toExternalUserId,
} from './connectLink';

const vehicleModeField: ChoiceField<ConnectMode> = {
	displayName: 'Vehicle Mode',
	name: 'vehicleMode',
	type: 'options',
	options: connectModeOptions,
	default: 'live',
	description: 'Which vehicles the owner can connect',
};

const permissionsField: INodeProperties = {
	displayName: 'Permissions',
	name: 'permissions',
	type: 'multiOptions',
	options: permissionOptions,
	default: [],
	description:
		'The permissions to ask the owner for. If you select none, Smartcar asks for those set under Vehicle Access in the dashboard.',
};

const additionalPermissionsOption: INodeProperties = {
	displayName: 'Additional Permissions',
	name: 'additionalPermissions',
	type: 'string',
	default: '',
	placeholder: 'e.g. required:read_vin',
	description:
		"More permissions, separated by spaces or commas. The owner cannot deselect those that begin with 'required:'.",
};

const makeOption: INodeProperties = {
	displayName: 'Make',
	name: 'make',
	type: 'string',
	default: '',
	placeholder: 'e.g. TESLA',
	description: 'The make of the vehicle. The owner then skips the list of makes.',
};

export const properties: INodeProperties[] = [
	{ ...externalUserIdField, required: true },
	vehicleModeField,
	permissionsField,
	optionsCollection(additionalPermissionsOption, makeOption, ...connectLinkOptions),
];

const PERMISSION_PATTERN = /^(required:)?[a-z][a-z_]{0,99}$/;

/**
 * Reads permissions from a list, or from text, because expressions often return text. Undefined if
 * an entry is not a permission.
 */
function parsePermissions(value: unknown): string[] | undefined {
	const permissions = parseEntries(value, /[\s,;]/)?.filter((entry) => entry !== '');
	const isPermission = (entry: unknown): entry is string =>
		typeof entry === 'string' && PERMISSION_PATTERN.test(entry);
	return permissions?.every(isPermission) ? permissions : undefined;
}

/**
 * Reads Permissions and Additional Permissions as a scope: text with a space between two
 * permissions. Undefined if there are none.
 */
function readScope(item: InputItem): string | undefined {
	const lists = [
		{ field: permissionsField, value: item.read(permissionsField) },
		{ field: additionalPermissionsOption, value: item.readOption(additionalPermissionsOption, '') },
	];
	const selected = lists.flatMap(({ field, value }) => {
		const permissions = parsePermissions(value);
		if (permissions !== undefined) return permissions;
		const expected = 'a list of permissions such as read_odometer';
		throw item.invalidParameterError(field, expected, value);
	});
	// A permission that is selected with and without `required:` is required.
	const permissions = selected.filter((permission) => !selected.includes(`required:${permission}`));
	return permissions.length > 0 ? [...new Set(permissions)].join(' ') : undefined;
}

/** Builds the link that an owner opens to connect a vehicle, without a request. */
export const execute: Operation['execute'] = async (item, client) => {
	const externalUserId = toExternalUserId(item, item.read(externalUserIdField));
	const vehicleMode = readChoice(item, vehicleModeField);
	const scope = readScope(item);
	const make = readTextOption(item, makeOption);
	const base = await readLinkBase(item, client);
	const link = buildConnectLink(base, 'authorize', 'code', {
		scope,
		external_id: externalUserId,
		mode: vehicleMode,
		make,
	});
	return [{ link, externalUserId, vehicleMode }];
};
