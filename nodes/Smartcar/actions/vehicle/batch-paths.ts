import type { IExecuteFunctions, INodePropertyOptions } from 'n8n-workflow';
import { badParameter } from '../parameters';

/** Paths that a batch is known to take (service: batch paths). Others can be added by hand. */
export const KNOWN_PATHS: INodePropertyOptions[] = [
	{ name: 'Battery Capacity', value: '/battery/capacity' },
	{ name: 'Battery Level', value: '/battery' },
	{ name: 'Battery Nominal Capacity', value: '/battery/nominal_capacity' },
	{ name: 'Charge Limit', value: '/charge/limit' },
	{ name: 'Charge Status', value: '/charge' },
	{ name: 'Diagnostic System Status', value: '/diagnostics/system_status' },
	{ name: 'Diagnostic Trouble Codes', value: '/diagnostics/dtcs' },
	{ name: 'Engine Oil', value: '/engine/oil' },
	{ name: 'Fuel Tank', value: '/fuel' },
	{ name: 'Location', value: '/location' },
	{ name: 'Lock Status', value: '/security' },
	{ name: 'Odometer', value: '/odometer' },
	{ name: 'Permissions', value: '/permissions' },
	{ name: 'Tire Pressure', value: '/tires/pressure' },
	{ name: 'Vehicle Info', value: '/' },
	{ name: 'VIN', value: '/vin' },
];

const PATH = /^\/(?:[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*)?$/;

/** One form for a path however it is written: a leading slash, none at the end. */
export function normalizePath(path: string): string {
	return `/${path.trim().replace(/^\/|\/$/g, '')}`;
}

function listOf(value: unknown): unknown[] | undefined {
	if (Array.isArray(value)) return value;
	if (typeof value !== 'string') return value === undefined || value === null ? [] : undefined;
	return value.split(',').filter((part) => part.trim() !== '');
}

function readList(context: IExecuteFunctions, item: number, name: string, label: string): string[] {
	const value: unknown = context.getNodeParameter(name, item, []);
	const entries = listOf(value);
	if (entries === undefined) throw badParameter(context, item, label, 'a list of paths such as /odometer', value);
	return entries.map((entry) => {
		const path = typeof entry === 'string' ? normalizePath(entry) : undefined;
		if (path === undefined || entry === '' || !PATH.test(path)) {
			const allowed = 'a list of paths such as /odometer or /tires/pressure, without host, query or dots';
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
	if (paths.length === 0) throw badParameter(context, item, 'Paths', 'a list of at least one path', paths);
	const repeated = paths.find((path, index) => paths.indexOf(path) !== index);
	if (repeated !== undefined) {
		const label = known.indexOf(repeated) !== known.lastIndexOf(repeated) ? 'Paths' : 'Additional Paths';
		throw badParameter(context, item, label, 'a list in which no path comes twice', repeated);
	}
	return paths;
}
