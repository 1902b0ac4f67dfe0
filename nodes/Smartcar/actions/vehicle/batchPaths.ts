import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Field, InputItem } from '../shared/inputItem';
import { MAX_TEXT_LENGTH, parseEntries } from '../shared/parameters';

/** The documented paths of a batch, with their permissions. */
export const KNOWN_PATHS: INodePropertyOptions[] = [
	{
		name: 'Battery: Capacity',
		value: '/battery/capacity',
		description: 'Needs the permission read_battery',
	},
	{
		name: 'Battery: Level and Range',
		value: '/battery',
		description: 'Needs the permission read_battery',
	},
	{
		name: 'Battery: Nominal Capacity',
		value: '/battery/nominal_capacity',
		description: 'Needs the permission read_battery',
	},
	{
		name: 'Charge: Limit',
		value: '/charge/limit',
		description: 'Needs the permission read_charge',
	},
	{ name: 'Charge: Status', value: '/charge', description: 'Needs the permission read_charge' },
	{
		name: 'Diagnostics: System Status',
		value: '/diagnostics/system_status',
		description: 'Needs the permission read_diagnostics',
	},
	{
		name: 'Diagnostics: Trouble Codes',
		value: '/diagnostics/dtcs',
		description: 'Needs the permission read_diagnostics',
	},
	{ name: 'Engine Oil', value: '/engine/oil', description: 'Needs the permission read_engine_oil' },
	{ name: 'Fuel Tank', value: '/fuel', description: 'Needs the permission read_fuel' },
	{ name: 'Location', value: '/location', description: 'Needs the permission read_location' },
	{ name: 'Lock Status', value: '/security', description: 'Needs the permission read_security' },
	{ name: 'Odometer', value: '/odometer', description: 'Needs the permission read_odometer' },
	{
		name: 'Tire Pressure',
		value: '/tires/pressure',
		description: 'Needs the permission read_tires',
	},
	{ name: 'Vehicle: Info', value: '/', description: 'Needs the permission read_vehicle_info' },
	{ name: 'Vehicle: Permissions', value: '/permissions', description: 'Needs no permission' },
	{ name: 'Vehicle: VIN', value: '/vin', description: 'Needs the permission read_vin' },
];

export const pathsField: INodeProperties = {
	displayName: 'Paths',
	name: 'paths',
	type: 'multiOptions',
	options: KNOWN_PATHS,
	default: ['/odometer'],
	description: "The data to read. With v2.0, each path counts toward the vehicle's request limit.",
};

export const additionalPathsField: INodeProperties = {
	displayName: 'Additional Paths',
	name: 'additionalPaths',
	type: 'string',
	default: '',
	placeholder: 'e.g. /tesla/speedometer, /tesla/compass',
	description:
		'Comma-separated list of paths that are not listed under Paths, such as those of a single make. Only for version 2.0. Version 3 has only the paths that are listed.',
};

const MAX_PATH_LENGTH = 200;

const PATH = /^\/(?:[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*)?$/;

/** Returns a path with a slash at its start and none at its end. */
export function normalizePath(path: string): string {
	return `/${path.trim().replace(/^\/|\/$/g, '')}`;
}

function readPathList(item: InputItem, field: Field): string[] {
	const invalid = (expected: string, value: unknown) =>
		item.invalidParameterError(field, expected, value);
	const value = item.read(field);
	const isTooLong = typeof value === 'string' && value.length > MAX_TEXT_LENGTH;
	const entries = isTooLong ? undefined : parseEntries(value);
	if (entries === undefined) throw invalid('a list of paths such as /odometer', value);
	return entries.map((entry) => {
		const path =
			typeof entry === 'string' && entry.trim() !== '' ? normalizePath(entry) : undefined;
		if (path === undefined || path.length > MAX_PATH_LENGTH || !PATH.test(path)) {
			const examples = '/odometer or /tires/pressure';
			throw invalid(`a list of paths such as ${examples}, without host, query or dots`, entry);
		}
		if (/^\/batch$/i.test(path)) throw invalid('paths to read, not the batch itself', entry);
		return path;
	});
}

/**
 * Reads the paths from Paths and Additional Paths. Throws if a path is in them twice, because each
 * one counts toward the vehicle's request limit. See docs/contributing/smartcar-api.md#rate-limits.
 */
export function readPaths(item: InputItem): string[] {
	const known = readPathList(item, pathsField);
	const additional = readPathList(item, additionalPathsField);
	const paths = [...known, ...additional];
	if (paths.length === 0)
		throw item.invalidParameterError(pathsField, 'a list of at least one path', paths);
	const duplicate = paths.find((path, index) => paths.indexOf(path) !== index);
	if (duplicate === undefined) return paths;
	const isInPaths = known.indexOf(duplicate) !== known.lastIndexOf(duplicate);
	const field = isInPaths ? pathsField : additionalPathsField;
	throw item.invalidParameterError(field, 'a list without duplicate paths', duplicate);
}
