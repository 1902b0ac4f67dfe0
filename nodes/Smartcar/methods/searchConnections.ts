import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { connectionPage } from './connectionPage';
import { openApi, searchPages } from './listSearch';
import { vehicleName } from './vehicleName';

/** Connections for the picker, page by page, each named by its vehicle and its own ID. */
export async function searchConnections(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const { api } = await openApi(this);
	return await searchPages(
		async (token) =>
			await connectionPage(api, token, ({ id, attributes, relationships }) => ({
				name: `${vehicleName(relationships.vehicle.data.id, attributes?.vehicle)} → ${id.slice(0, 8)}`,
				value: id,
			})),
		filter,
		paginationToken,
	);
}
