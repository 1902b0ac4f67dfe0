import type { IExecuteFunctions, INodePropertyOptions } from 'n8n-workflow';
import { badParameter, MAX_TEXT_LENGTH } from '../shared/parameters';

/** Paths that a batch is known to take, by group, each with its permission (service: batch paths, scopes). */
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

/** One form for a path however it is written: a leading slash, none at the end. */
export function normalizePath(path: string): string {
	return `/${path.trim().replace(/^\/|\/$/g, '')}`;
}

function listOf(value: unknown): unknown[] | undefined {
	if (Array.isArray(value)) return value;
	if (typeof value !== 'string' || value.length > MAX_TEXT_LENGTH) return undefined;
	return value.split(',').filter((part) => part.trim() !== '');
}

function readList(context: IExecuteFunctions, item: number, name: string, label: string): string[] {
	const value: unknown = context.getNodeParameter(name, item, []);
	const entries = listOf(value);
	if (entries === undefined)
		throw badParameter(context, item, label, 'a list of paths such as /odometer', value);
	return entries.map((entry) => {
		const path = typeof entry === 'string' ? normalizePath(entry) : undefined;
		if (path === undefined || entry === '' || path.length > MAX_PATH_LENGTH || !PATH.test(path)) {
			const allowed =
				'a list of paths such as /odometer or /tires/pressure, without host, query or dots';
			throw badParameter(context, item, label, allowed, entry);
		}
		if (/^\/batch$/i.test(path))
			throw badParameter(context, item, label, 'paths to read, not the batch itself', entry);
		return path;
	});
}

/**
 * The paths of a batch from Paths and Additional Paths, normalised. Each counts against the vehicle's request limit
 * (spec: Batch), so the same path twice is refused as the mistake that it is.
 */
export function readPaths(context: IExecuteFunctions, item: number): string[] {
	const known = readList(context, item, 'paths', 'Paths');
	const additional = readList(context, item, 'additionalPaths', 'Additional Paths');
	const paths = [...known, ...additional];
	if (paths.length === 0)
		throw badParameter(context, item, 'Paths', 'a list of at least one path', paths);
	const repeated = paths.find((path, index) => paths.indexOf(path) !== index);
	if (repeated !== undefined) {
		const label =
			known.indexOf(repeated) !== known.lastIndexOf(repeated) ? 'Paths' : 'Additional Paths';
		throw badParameter(context, item, label, 'a list in which no path comes twice', repeated);
	}
	return paths;
}
