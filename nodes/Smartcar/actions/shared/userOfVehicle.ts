import { NodeOperationError } from 'n8n-workflow';
import type { IExecuteFunctions } from 'n8n-workflow';
import type { SmartcarClient } from '../../transport/client';
import type { Connection } from '../connection/schema';
import { readConnections, userIdOf, vehicleIdOf } from './connectedVehicles';
import { readUserOption } from './parameters';

/** The connections of vehicles that a run has read already, by vehicle. */
const connectionsOfRuns = new WeakMap<object, Map<string, Promise<Connection[]>>>();

async function fetchConnections(client: SmartcarClient, vehicleId: string): Promise<Connection[]> {
	const filters = { 'filter[vehicleId]': vehicleId };
	// Smartcar lists one mode at a time, and most vehicles are live.
	for (const mode of ['live', 'simulated'] as const) {
		const [group] = await readConnections(client, [mode], filters, vehicleIdOf);
		if (group) return group[1].map(({ connection }) => connection);
	}
	return [];
}

/** Reads the connections of a vehicle, once for all items of a run. */
export async function connectionsOfVehicle(
	client: SmartcarClient,
	vehicleId: string,
): Promise<Connection[]> {
	const ofRun = connectionsOfRuns.get(client.run) ?? new Map<string, Promise<Connection[]>>();
	connectionsOfRuns.set(client.run, ofRun);
	const known = ofRun.get(vehicleId);
	if (known) return await known;
	const connections = fetchConnections(client, vehicleId);
	ofRun.set(vehicleId, connections);
	// The next item asks again.
	connections.catch(() => ofRun.delete(vehicleId));
	return await connections;
}

/** How many of the permissions a user has granted. Undefined if Smartcar does not say. */
function grantedCount({ attributes }: Connection, permissions: string[]): number | undefined {
	const granted = attributes?.permissions;
	return granted ? permissions.filter((one) => granted.includes(one)).length : undefined;
}

/** The connection whose user has granted most of the permissions. The first one of several. */
export function chooseConnection(
	connections: Connection[],
	permissions: string[],
): Connection | undefined {
	const candidates = connections.filter((connection) => userIdOf(connection) !== undefined);
	const counts = candidates.map((candidate) => grantedCount(candidate, permissions) ?? 0);
	return candidates[counts.indexOf(Math.max(...counts))];
}

function userError(
	context: IExecuteFunctions,
	itemIndex: number,
	message: string,
	description: string,
): NodeOperationError {
	const failure = { cause: 'configuration-invalid' } as const;
	return new NodeOperationError(context.getNode(), message, { itemIndex, description, failure });
}

/** The user in whose name to read a vehicle. The connection is known if it had to be looked up. */
interface VehicleUser {
	userId: string;
	connection?: Connection;
}

/**
 * The option User, or else the user of the vehicle who has granted most of the permissions. Throws
 * when nobody has connected the vehicle.
 */
export async function userFor(
	context: IExecuteFunctions,
	itemIndex: number,
	client: SmartcarClient,
	vehicleId: string,
	permissions: string[],
): Promise<VehicleUser> {
	const selected = readUserOption(context, itemIndex);
	if (selected !== undefined) return { userId: selected };
	const connections = await connectionsOfVehicle(client, vehicleId);
	const connection = chooseConnection(connections, permissions);
	const userId = connection && userIdOf(connection);
	if (userId !== undefined) return { userId, connection };
	throw userError(
		context,
		itemIndex,
		`No user has connected the vehicle ${vehicleId} to this application`,
		"Check 'Vehicle'. Vehicle: Get Many lists the connected vehicles.",
	);
}

/** Like {@link userFor}, for one permission. Throws when no user has granted it. */
export async function userOfVehicle(
	context: IExecuteFunctions,
	itemIndex: number,
	client: SmartcarClient,
	vehicleId: string,
	permission: string,
): Promise<string> {
	const { userId, connection } = await userFor(context, itemIndex, client, vehicleId, [permission]);
	if (connection === undefined || grantedCount(connection, [permission]) !== 0) return userId;
	const connections = await connectionsOfVehicle(client, vehicleId);
	const users = connections.map((one) => userIdOf(one) ?? 'unknown').join(', ');
	throw userError(
		context,
		itemIndex,
		`No user of the vehicle ${vehicleId} has granted ${permission}`,
		`Connected by: ${users}. Add the permission to the application in the Smartcar dashboard. Then the owner has to connect the vehicle again.`,
	);
}
