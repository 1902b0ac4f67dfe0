import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { vehicleLocator } from '../actions/shared/locators';
import {
	createClient,
	fetchConnectionEntries,
	pastedId,
	searchPages,
	selectedId,
} from './listSearch';
import { vehicleName } from './vehicleName';

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
				({ attributes, relationships }) => {
					const id = relationships.user?.data.id ?? attributes?.user?.id;
					if (!id) return undefined;
					const externalId = attributes?.user?.externalId;
					if (externalId) return { name: `${externalId} · ${id.slice(0, 8)}`, value: id };
					const vehicle = vehicleName(relationships.vehicle.data.id, attributes?.vehicle);
					return { name: `${id} (${vehicle})`, value: id };
				},
				filters,
			),
		filter,
		paginationToken,
	);
}
