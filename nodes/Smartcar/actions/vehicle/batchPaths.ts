import type { INodePropertyOptions } from 'n8n-workflow';
import type { InputItem } from '../shared/inputItem';
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

const MAX_PATH_LENGTH = 200;

const PATH = /^\/(?:[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*)?$/;

/** Returns a path with a slash at its start and none at its end. */
export function normalizePath(path: string): string {
	return `/${path.trim().replace(/^\/|\/$/g, '')}`;
}

function readPathList(item: InputItem, name: string, label: string): string[] {
	const invalid = (expected: string, value: unknown) =>
		item.invalidParameterError(label, expected, value);
	const value: unknown = item.context.getNodeParameter(name, item.index, []);
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
	const known = readPathList(item, 'paths', 'Paths');
	const additional = readPathList(item, 'additionalPaths', 'Additional Paths');
	const paths = [...known, ...additional];
	if (paths.length === 0) {
		const expected = 'a list of at least one path';
		throw item.invalidParameterError('Paths', expected, paths);
	}
	const duplicate = paths.find((path, index) => paths.indexOf(path) !== index);
	if (duplicate === undefined) return paths;
	const isInPaths = known.indexOf(duplicate) !== known.lastIndexOf(duplicate);
	const label = isInPaths ? 'Paths' : 'Additional Paths';
	const expected = 'a list without duplicate paths';
	throw item.invalidParameterError(label, expected, duplicate);
}
