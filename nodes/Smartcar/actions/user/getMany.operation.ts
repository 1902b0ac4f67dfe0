import type { INodeProperties } from 'n8n-workflow';
import { addHeadersOption, listFields, optionsField } from '../shared/common.descriptions';
import {
	emptyHint,
	readConnections,
	readVehicleModes,
	unreadConnectionsHint,
	userIdOf,
	vehicleModeField,
} from '../shared/connections';
import type { Operation } from '../shared/operation';
import { warnOfLimit, withHeaders } from '../shared/output';
import { readAddHeaders, readListLimit } from '../shared/parameters';
import { toUser } from './connectedUser';

export const properties: INodeProperties[] = [
	{
		...vehicleModeField,
		description:
			'Whether to list live vehicles, simulated vehicles or both, with the users who connected them',
	},
	...listFields,
	optionsField(addHeadersOption),
];

const missingVehiclesHint = unreadConnectionsHint('users', 'Vehicles');

/** Lists the users in `GET /connections`, each one once, because v3 has no list of users. */
export const execute: Operation['execute'] = async (item, client) => {
	const limit = readListLimit(item);
	const modes = readVehicleModes(item);
	const addHeaders = readAddHeaders(item);
	const users = await readConnections(client, modes, {}, userIdOf, limit, () =>
		client.hints.add({ subject: String(limit), text: missingVehiclesHint }),
	);
	const results = users.map(([id, connections]) =>
		withHeaders(toUser(id, connections), connections[0]?.headers ?? {}, addHeaders),
	);
	if (results.length === 0) client.hints.addMessage(emptyHint('users', modes));
	warnOfLimit(item, client, results, limit);
	return results;
};
