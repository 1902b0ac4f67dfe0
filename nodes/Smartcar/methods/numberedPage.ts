import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import type { z } from 'zod';
import type { SmartcarApi } from '../transport/client';
import { fetchNumberedPage, MAX_PAGE_SIZE, type NumberedList } from '../transport/pagination';
import { openApi, searchPages } from './listSearch';

/** One page of a management or v3 list as entries of a picker, each value once, and whether it is the last one. */
export async function numberedPage<T extends z.ZodTypeAny>(
	api: SmartcarApi,
	list: NumberedList<T>,
	number: number,
	toEntry: (resource: z.output<T>) => INodeListSearchItems | undefined,
): Promise<{ results: INodeListSearchItems[]; end: boolean }> {
	const page = await fetchNumberedPage(api, list, number, MAX_PAGE_SIZE);
	const entries = new Map(
		page.entries.flatMap((one) => toEntry(one) ?? []).map((entry) => [entry.value, entry]),
	);
	const read = (number - 1) * MAX_PAGE_SIZE + page.entries.length;
	const end =
		page.last || page.entries.length === 0 || (page.total !== undefined && read >= page.total);
	return { results: [...entries.values()], end };
}

/** One step of a searchable list that the service numbers from its first page to its last. */
export async function searchNumberedPages<T extends z.ZodTypeAny>(
	context: ILoadOptionsFunctions,
	list: NumberedList<T>,
	toEntry: (resource: z.output<T>) => INodeListSearchItems,
	filter: string | undefined,
	token: string | undefined,
): Promise<INodeListSearchResult> {
	const { api } = await openApi(context);
	const fetchPage = async (position: string | undefined) => {
		const number = Number(position ?? 1);
		const { results, end } = await numberedPage(api, list, number, toEntry);
		return { results, next: end ? undefined : String(number + 1) };
	};
	return await searchPages(fetchPage, filter, token);
}
