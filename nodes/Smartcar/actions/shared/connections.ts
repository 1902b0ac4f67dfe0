import type { IDataObject } from 'n8n-workflow';
import { getOrCreate } from '../../../shared/getOrCreate';
import type { SmartcarClient } from '../../transport/client';
import { readNumberedList, type NumberedList } from '../../transport/pagination';
import { connectionSchema, type Connection } from './connectionSchema';
import type { ChoiceField, InputItem } from './inputItem';
import { readChoice } from './parameters';

export type Mode = 'live' | 'simulated';

export const vehicleModeField: ChoiceField<Mode | 'all'> = {
	displayName: 'Vehicle Mode',
	name: 'vehicleMode',
	type: 'options',
	options: [
		{ name: 'All', value: 'all', description: 'Live and simulated vehicles' },
		{ name: 'Live', value: 'live', description: 'Real vehicles' },
		{
			name: 'Simulated',
			value: 'simulated',
			description: 'Vehicles that Smartcar simulates',
		},
	],
	default: 'live',
	description: 'Which connected vehicles to list',
};

/** Reads Vehicle Mode as a list of modes. */
export function readVehicleModes(item: InputItem): Mode[] {
	const mode = readChoice(item, vehicleModeField);
	return mode === 'all' ? ['live', 'simulated'] : [mode];
}

export const vehicleIdOf = ({ relationships }: Connection): string => relationships.vehicle.data.id;

/** The user, whom Smartcar sends in one of two places. An old connection can have none. */
export function userIdOf({ attributes, relationships }: Connection): string | undefined {
	return relationships.user?.data?.id ?? attributes?.user?.id ?? undefined;
}

/** `GET /connections`. A request to Smartcar lists one mode only. */
export const connectionList = (
	mode: string,
	filters: IDataObject,
): NumberedList<typeof connectionSchema> => ({
	host: 'signalsUrl',
	path: ['connections'],
	query: { ...filters, 'filter[vehicle.mode]': mode },
	entrySchema: connectionSchema,
});

/** A connection with the headers of its page. */
export interface ListedConnection {
	connection: Connection;
	headers: Record<string, string>;
}

/**
 * Groups connections by vehicle or user, in the order of the list. Connections without that ID are
 * left out.
 */
export function groupConnections(
	connections: ListedConnection[],
	idOf: (connection: Connection) => string | undefined,
): Map<string, ListedConnection[]> {
	const groups = new Map<string, ListedConnection[]>();
	for (const entry of connections) {
		const id = idOf(entry.connection);
		if (id === undefined) continue;
		getOrCreate(groups, id, (): ListedConnection[] => []).push(entry);
	}
	return groups;
}

const APPEARS_ONLY = {
	users: 'A user appears only after connecting a vehicle.',
	vehicles: 'A vehicle appears only after its owner has connected it.',
};

/** Says why a list of users or vehicles may be empty. */
export function emptyHint(listed: keyof typeof APPEARS_ONLY, modes: Mode[]): string {
	return [
		`No ${listed} found.`,
		modes.length === 1 && 'To include both live and simulated vehicles, set Vehicle Mode to All.',
		APPEARS_ONLY[listed],
	]
		.filter(Boolean)
		.join(' ');
}

/**
 * Returns the text of a hint that the output may lack users of the listed vehicles, or vehicles of
 * the listed users.
 *
 * @param missing what may be missing, such as `Users`
 */
export const unreadConnectionsHint =
	(listed: 'users' | 'vehicles', missing: string) =>
	(limits: string[]): string =>
		`Not all connections were read, because the limit was reached (${listed}: ${limits.join(' or ')}). ${missing} of these ${listed} may be missing. 'Return All' reads all connections.`;

/**
 * Reads the connections of the given modes, grouped by vehicle or user. A vehicle that two users
 * share has two connections.
 *
 * @param limit how many groups to return. `Infinity` reads the whole list.
 * @param onUnread called if connections of these groups may be missing, because the limit was
 * reached with more to read: other pages of a list, or the list of another mode
 */
export async function readConnections(
	client: SmartcarClient,
	modes: Mode[],
	filters: IDataObject,
	idOf: (connection: Connection) => string | undefined,
	limit = Infinity,
	onUnread?: (unread: 'pages' | 'mode') => void,
): Promise<Array<[id: string, connections: ListedConnection[]]>> {
	const ids = new Set<string>();
	const isLimitReached = () => ids.size >= limit;
	const toResult = (connection: Connection, headers: Record<string, string>): ListedConnection => {
		const id = idOf(connection);
		if (id !== undefined) ids.add(id);
		return { connection, headers };
	};
	const isEnough = () => {
		if (isLimitReached()) onUnread?.('pages');
		return isLimitReached();
	};
	let connections: ListedConnection[] = [];
	for (const mode of modes) {
		if (isLimitReached()) {
			onUnread?.('mode');
			break;
		}
		const list = connectionList(mode, filters);
		// Each further vehicle or user needs at least one connection.
		const minNeeded = limit - ids.size;
		const read = await readNumberedList(client, list, Infinity, { toResult, isEnough, minNeeded });
		connections = [...connections, ...read];
	}
	return [...groupConnections(connections, idOf)].slice(0, limit);
}
