import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { SmartcarClient } from '../../transport/client';
import { readVehicleIds, vehicleListRequest } from '../../transport/vehicleList';
import { readApiVersion, versionFields } from '../shared/apiVersion';
import { addHeadersOption, listFields, optionsField } from '../shared/common.descriptions';
import {
	type ListedConnection,
	emptyHint,
	readConnections,
	readVehicleModes,
	unreadConnectionsHint,
	userIdOf,
	vehicleIdOf,
	vehicleModeField,
} from '../shared/connections';
import { markInvalidEntry } from '../shared/markInvalidEntry';
import { userLocator } from '../shared/locators';
import type { Operation } from '../shared/operation';
import { warnOfLimit, withHeaders } from '../shared/output';
import { readAddHeaders, readListLimit, readUserOption } from '../shared/parameters';
import { sortConnections } from '../shared/userOfVehicle';
import { simplifyVehicleSummary } from '../shared/vehicleSummary';
import { STATE_PERMISSIONS } from './stateRow';

export const properties: INodeProperties[] = [
	...versionFields,
	{ ...vehicleModeField, displayOptions: { show: { apiVersion: ['v3'] } } },
	...listFields,
	optionsField(
		addHeadersOption,
		userLocator.option(
			'List only the vehicles of this user. With Version 2.0, this works only with an application token.',
		),
	),
];

const EMPTY_HINT_V2 =
	'The access token gives access to no vehicle. An owner has to connect one to the application first.';

const missingUsersHint = unreadConnectionsHint('vehicles', 'Users');

/** `GET /v2.0/vehicles`, which has only IDs. */
async function listFromV2(
	client: SmartcarClient,
	limit: number,
	addHeaders: boolean,
): Promise<IDataObject[]> {
	const results = await readVehicleIds(client, limit, {
		toResult: (id, headers) => withHeaders({ id }, headers, addHeaders),
		invalidToResult: (invalidEntry, headers) =>
			withHeaders(markInvalidEntry(client, vehicleListRequest, invalidEntry), headers, addHeaders),
	});
	if (results.length === 0) client.hints.addMessage(EMPTY_HINT_V2);
	return results;
}

/**
 * A vehicle as a flat object, from its connections. Missing values are null. The first user is the
 * one for whom Get State reads the vehicle.
 */
function toVehicle(id: string, connections: ListedConnection[]): IDataObject {
	const users = sortConnections(
		connections.map(({ connection }) => connection),
		STATE_PERMISSIONS,
	).flatMap((connection) => userIdOf(connection) ?? []);
	return {
		...simplifyVehicleSummary(
			...connections.map(({ connection }) => connection.attributes?.vehicle),
		),
		users: [...new Set(users)],
		id,
	};
}

/**
 * With v3 `GET /connections`, one object per vehicle. With v2.0 `GET /v2.0/vehicles`.
 * See docs/contributing/smartcar-api.md#vehicle-list.
 */
export const execute: Operation['execute'] = async (item, client) => {
	const limit = readListLimit(item);
	const addHeaders = readAddHeaders(item);
	const userId = readUserOption(item, { isFilter: true });
	if (readApiVersion(item, client) === 'v2.0') {
		const results = await listFromV2(client, limit, addHeaders);
		warnOfLimit(item, client, results, limit);
		return results;
	}
	const modes = readVehicleModes(item);
	const filters = userId === undefined ? {} : { 'filter[userId]': userId };
	const vehicles = await readConnections(client, modes, filters, vehicleIdOf, limit, (unread) => {
		// A vehicle has only one mode, so the list of another mode has none of its users.
		if (unread === 'pages') client.hints.add({ subject: String(limit), text: missingUsersHint });
	});
	const results = vehicles.map(([id, connections]) =>
		withHeaders(toVehicle(id, connections), connections[0]?.headers ?? {}, addHeaders),
	);
	if (results.length === 0) client.hints.addMessage(emptyHint('vehicles', modes));
	warnOfLimit(item, client, results, limit);
	return results;
};
