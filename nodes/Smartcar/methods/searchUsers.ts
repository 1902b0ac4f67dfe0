import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import { userIdOf, vehicleIdOf } from '../actions/shared/connections';
import type { Connection } from '../actions/shared/connectionSchema';
import { vehicleLocator } from '../actions/shared/locators';
import {
	createClient,
	fetchConnectionEntries,
	pastedId,
	searchPages,
	selectedId,
} from './listSearch';
import { vehicleName } from './vehicleName';

/**
 * What a user has granted: `28 permissions, may control charging`. Undefined if it is not known.
 */
function describePermissions({ attributes }: Connection): string | undefined {
	const permissions = attributes?.permissions;
	if (!permissions) return undefined;
	const count = permissions.length === 1 ? '1 permission' : `${permissions.length} permissions`;
	const mayControl = permissions.includes('control_charge');
	return mayControl ? `${count}, may control charging` : count;
}

/**
 * The entry of a user, named by what tells users apart: `customer-42 · 28 permissions · c3655131`.
 */
function toEntry(
	connection: Connection,
	isVehicleSelected: boolean,
): INodeListSearchItems | undefined {
	const id = userIdOf(connection);
	if (id === undefined) return undefined;
	const { attributes } = connection;
	const parts = [
		attributes?.user?.externalId,
		isVehicleSelected ? undefined : vehicleName(vehicleIdOf(connection), attributes?.vehicle),
		describePermissions(connection),
		id.slice(0, 8),
	];
	return { name: parts.filter(Boolean).join(' · '), value: id };
}

/** Lists the users who connected the selected vehicle. Without a selection it lists all users. */
export async function searchUsers(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const client = await createClient(this);
	const vehicleId = selectedId(this, vehicleLocator);
	const userId = pastedId(filter);
	const filters = {
		...(vehicleId !== undefined && { 'filter[vehicleId]': vehicleId }),
		...(userId !== undefined && { 'filter[userId]': userId }),
	};
	return await searchPages(
		this,
		async (token) =>
			await fetchConnectionEntries(
				client,
				token,
				(connection) => toEntry(connection, vehicleId !== undefined),
				filters,
			),
		filter,
		paginationToken,
	);
}
