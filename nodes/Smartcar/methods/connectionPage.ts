import type { IDataObject, INodeListSearchItems } from 'n8n-workflow';
import { connection, type Connection } from '../actions/connection/schema';
import type { SmartcarApi } from '../transport/client';
import { numberedPage } from './numberedPage';
import type { SearchPage } from './listSearch';

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
	const { results, end } = await numberedPage(api, list, number, toEntry);
	const afterwards = mode === 'live' ? 'simulated:1' : undefined;
	return { results, next: end ? afterwards : `${mode}:${number + 1}` };
}
