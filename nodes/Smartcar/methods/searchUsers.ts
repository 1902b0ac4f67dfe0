import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { vehicleLocator } from '../actions/shared/locators';
import { chosenId } from './chosen';
import { connectionPage } from './connectionPage';
import { openApi, searchPages } from './listSearch';
import { vehicleName } from './vehicleName';

/**
 * Users for the picker, page by page: those who connected the chosen vehicle, or all of them as long as none is chosen;
 * named by the ID that the user's own system gave them, if any.
 */
export async function searchUsers(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const { api } = await openApi(this);
	const vehicleId = chosenId(this, vehicleLocator);
	const filters = vehicleId === undefined ? {} : { 'filter[vehicleId]': vehicleId };
	return await searchPages(
		async (token) =>
			await connectionPage(
				api,
				token,
				({ attributes, relationships }) => {
					const id = relationships.user?.data.id ?? attributes?.user?.id;
					if (!id) return undefined;
					const known = attributes?.user?.externalId;
					const vehicle = vehicleName(relationships.vehicle.data.id, attributes?.vehicle);
					return { name: known ? `${known} · ${id.slice(0, 8)}` : `${id} (${vehicle})`, value: id };
				},
				filters,
			),
		filter,
		paginationToken,
	);
}
