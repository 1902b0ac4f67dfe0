import type { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { SmartcarClient } from '../../transport/client';
import { isServiceError, toNodeError } from '../../transport/errors/nodeError';
import type { Connection } from './connectionSchema';
import { readConnections, userIdOf, vehicleIdOf } from './connections';
import type { InputItem } from './inputItem';
import { readUserOption } from './parameters';
import { SharedRequests } from './sharedRequests';

/** The connections that a run has read, by vehicle and credential. */
const sharedConnections = new SharedRequests<Connection[]>();

async function fetchConnections(client: SmartcarClient, vehicleId: string): Promise<Connection[]> {
	const filters = { 'filter[vehicleId]': vehicleId };
	// Smartcar lists one mode at a time, and most vehicles are live.
	for (const mode of ['live', 'simulated'] as const) {
		const groups = await readConnections(client, [mode], filters, vehicleIdOf);
		const group = groups.find(([id]) => id === vehicleId);
		if (group) return group[1].map(({ connection }) => connection);
	}
	return [];
}

/** Reads the connections of a vehicle, once for all items of a run with the same credential. */
export async function connectionsOfVehicle(
	client: SmartcarClient,
	vehicleId: string,
): Promise<Connection[]> {
	return await sharedConnections.get(
		client.limiter,
		`${vehicleId} ${await client.credentialKey()}`,
		async () => await fetchConnections(client, vehicleId),
	);
}

/** The permissions that a user has granted. Undefined if Smartcar does not list them. */
const listedPermissions = ({ attributes }: Connection): string[] | undefined =>
	attributes?.permissions ?? undefined;

/** The users whom Smartcar lists with a permission. Undefined for a user without an ID. */
const grantingUsers = (connections: Connection[], permission: string): Array<string | undefined> =>
	connections
		.filter((connection) => listedPermissions(connection)?.includes(permission))
		.map(userIdOf);

/** The ID of a user who has granted a permission. */
export const findGrantingUser = (
	connections: Connection[],
	permission: string,
): string | undefined => grantingUsers(connections, permission).find((id) => id !== undefined);

/** Whether Smartcar lists the permissions of the user, without this one. */
const surelyLacks = (connection: Connection, permission: string): boolean =>
	listedPermissions(connection)?.includes(permission) === false;

/**
 * A user whose permissions are not listed may have granted some, so they rank between a user with
 * none and a user with one.
 */
const UNLISTED_COUNT = 0.5;

/** How many permissions a user has granted. */
const grantedCount = (connection: Connection): number =>
	listedPermissions(connection)?.length ?? UNLISTED_COUNT;

/**
 * The connections that have a user. Those whose user has granted most of these permissions come
 * first. Among equals, or if no permissions are given, those with the most permissions in total.
 */
export function sortConnections(connections: Connection[], permissions: string[]): Connection[] {
	const neededCount = (connection: Connection) => {
		if (permissions.length === 0) return 0;
		const granted = listedPermissions(connection);
		return granted === undefined
			? UNLISTED_COUNT
			: permissions.filter((permission) => granted.includes(permission)).length;
	};
	return connections
		.filter((connection) => userIdOf(connection) !== undefined)
		.sort((a, b) => neededCount(b) - neededCount(a) || grantedCount(b) - grantedCount(a));
}

/** The first one of `sortConnections`. */
export const chooseConnection = (
	connections: Connection[],
	permissions: string[],
): Connection | undefined => sortConnections(connections, permissions)[0];

/**
 * The error for a connected vehicle whose connections name no user or, with a permission, no user
 * who may have granted it.
 */
export function unknownUserError(
	item: InputItem,
	vehicleId: string,
	permission?: string,
): NodeOperationError {
	return item.error(
		permission === undefined
			? `Smartcar lists no user for the vehicle ${vehicleId}`
			: `Smartcar does not say which user of the vehicle ${vehicleId}, if any, has granted ${permission}`,
		"Requests about a vehicle are sent for a user. Choose one in the option 'User' (for Get State, first set 'Vehicles' to 'One Vehicle'), or ask the owner to reconnect the vehicle.",
	);
}

/** The user for whom a request about a vehicle is sent. */
interface VehicleUser {
	userId: string;
	/** The connection that names the user. Undefined if the option User does, so none was read. */
	connection?: Connection;
}

/**
 * Returns the user in the option User, or else the user of the vehicle who has granted most of the
 * permissions. Throws if no user has connected the vehicle, or Smartcar names none.
 */
export async function chooseUser(
	item: InputItem,
	client: SmartcarClient,
	vehicleId: string,
	permissions: string[],
): Promise<VehicleUser> {
	const selected = readUserOption(item);
	if (selected !== undefined) return { userId: selected };
	const connections = await connectionsOfVehicle(client, vehicleId);
	const connection = chooseConnection(connections, permissions);
	const userId = connection && userIdOf(connection);
	if (userId !== undefined) return { userId, connection };
	if (connections.length > 0) throw unknownUserError(item, vehicleId);
	throw item.error(
		`No user has connected the vehicle ${vehicleId} to this application`,
		"Check 'Vehicle'. Vehicle: Get Many lists the connected vehicles.",
	);
}

/** The texts of the error if no user of a vehicle has granted a permission. */
function notGrantedTexts(connections: Connection[], vehicleId: string, permission: string) {
	const granted = connections.map((connection) => {
		const permissions = listedPermissions(connection)?.join(', ') ?? 'unknown permissions';
		return `user ${userIdOf(connection) ?? 'unknown'} has granted ${permissions || 'nothing'}`;
	});
	return {
		message: `No user of the vehicle ${vehicleId} has granted ${permission}`,
		description: `Add the permission under 'Permissions' of Connection: Create Connect Link or, if the link requests no permissions of its own, under Vehicle Access in the Smartcar dashboard. Then the owner has to connect the vehicle again. So far ${granted.join('; ')}.`,
	};
}

/**
 * Whether Smartcar may have rejected a request because the user lacks the permission. With v3 the
 * type can be AUTHENTICATION, which other causes have, too.
 */
const mayBePermissionError = (error: unknown): error is NodeApiError =>
	isServiceError(error, 'PERMISSION') ||
	(isServiceError(error, 'AUTHENTICATION') && error.httpCode === '403');

/**
 * If Smartcar rejected a request because this user lacks the permission, rewrites the error: it
 * names another user who has granted the permission, or says that none has. Leaves it as it is if
 * the connections do not show which is true.
 */
async function explainPermissionError(
	error: unknown,
	client: SmartcarClient,
	{ vehicleId, userId, permission }: { vehicleId: string; userId: string; permission: string },
): Promise<void> {
	if (!mayBePermissionError(error)) return;
	// Smartcar's own error says more than an error about the connections.
	const connections = await connectionsOfVehicle(client, vehicleId).catch(() => []);
	const grantingIds = grantingUsers(connections, permission);
	// Smartcar rejects this user for a reason that the connections do not show.
	if (grantingIds.includes(userId)) return;
	const otherId = findGrantingUser(connections, permission);
	const isCertain = connections.every(
		(connection) => userIdOf(connection) === userId || listedPermissions(connection) !== undefined,
	);
	if (otherId !== undefined) {
		error.message = `This user has not granted ${permission}; user ${otherId} has`;
		error.description = "Choose that user in the option 'User', or remove the option.";
		// The owner need not connect the vehicle again.
		Object.assign(error.context, { resolution: undefined, resolutionUrl: undefined });
	} else if (grantingIds.length === 0 && isCertain && connections.length > 0) {
		Object.assign(error, notGrantedTexts(connections, vehicleId, permission));
	}
}

/**
 * Calls `send` with a user of a vehicle: the user in the option User, or else one who has granted
 * the permission. If that user lacks the permission, the error names a user who has granted it, or
 * says what each user has granted. It stays as it is if neither is certain.
 *
 * @param permission undefined if it is not known. Then the user with most permissions is chosen.
 */
export async function sendForUser<T>(
	item: InputItem,
	client: SmartcarClient,
	{ vehicleId, permission }: { vehicleId: string; permission?: string },
	send: (userId: string) => Promise<T>,
): Promise<T> {
	const permissions = permission === undefined ? [] : [permission];
	const { userId, connection } = await chooseUser(item, client, vehicleId, permissions);
	if (permission === undefined) return await send(userId);
	if (connection && surelyLacks(connection, permission)) {
		const connections = await connectionsOfVehicle(client, vehicleId);
		// A user without an ID was not chosen, but may have granted the permission.
		if (!connections.every((one) => surelyLacks(one, permission)))
			throw unknownUserError(item, vehicleId, permission);
		const { message, description } = notGrantedTexts(connections, vehicleId, permission);
		throw item.error(message, description);
	}
	try {
		return await send(userId);
	} catch (error) {
		// Only the option User can name a user who surely lacks the permission.
		if (!connection) await explainPermissionError(error, client, { vehicleId, userId, permission });
		throw toNodeError(item.node, error, item.index);
	}
}
