import type { IDataObject, INodeListSearchItems } from 'n8n-workflow';
import { connection, type Connection } from '../schemas/connection';
import type { SmartcarApi } from '../transport/api';
import { fetchNumberedPage, MAX_PAGE_SIZE } from '../transport/pages';
import type { SearchPage } from './search';

/**
 * One page of the v3 connections as entries of a list, each value once. The service lists live vehicles unless it is
 * asked for simulated ones, so those come after: the token says mode and page, such as `simulated:2`.
 */
export async function connectionPage(
	api: SmartcarApi,
	token: string | undefined,
	toEntry: (connection: Connection) => INodeListSearchItems | undefined,
	filters: IDataObject = {},
): Promise<SearchPage> {
	const [mode = 'live', position = '1'] = token?.split(':') ?? [];
	const number = Number(position);
	const query = { ...filters, 'filter[vehicle.mode]': mode };
	const list = { host: 'signalsUrl', path: '/connections', query, entry: connection } as const;
	const page = await fetchNumberedPage(api, list, number, MAX_PAGE_SIZE);
	const entries = new Map(page.entries.flatMap((entry) => toEntry(entry) ?? []).map((entry) => [entry.value, entry]));
	const read = (number - 1) * MAX_PAGE_SIZE + page.entries.length;
	const end = page.last || page.entries.length === 0 || (page.total !== undefined && read >= page.total);
	const afterwards = mode === 'live' ? 'simulated:1' : undefined;
	return { results: [...entries.values()], next: end ? afterwards : `${mode}:${number + 1}` };
}
