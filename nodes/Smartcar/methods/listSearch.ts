import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import { z } from 'zod';
import { operationError } from '../../shared/operationError';
import type { Connection } from '../actions/shared/connectionSchema';
import { connectionList } from '../actions/shared/connections';
import { UUID, type Locator } from '../actions/shared/locators';
import { readApiAccess } from '../transport/apiAccess';
import { SmartcarClient } from '../transport/client';
import { isServiceError, toNodeError } from '../transport/errors/nodeError';
import {
	fetchNumberedPage,
	hasNextPage,
	MAX_PAGE_SIZE,
	rejectIfAllInvalid,
	type NumberedList,
} from '../transport/pagination';
import { entryCount } from '../transport/readAhead';
import type { ApiRequest } from '../transport/request';

/** How long a list in the editor waits for retries. */
const MAX_RETRY_WAIT_MS = 5000;

/** How many pages one search reads until it finds a match. */
const MAX_PAGES_PER_SEARCH = 20;

export interface SearchPage {
	results: INodeListSearchItems[];
	/** The token of the next page. Undefined at the end of the list. */
	next?: string;
}

/** Creates a client with the credential that the parameter Authentication names. */
export async function createClient(context: ILoadOptionsFunctions): Promise<SmartcarClient> {
	const authentication: unknown = context.getNodeParameter('authentication', 'applicationApi');
	const access = await readApiAccess(context, authentication);
	if (access !== undefined)
		return new SmartcarClient(context, access, { maxRetryWaitMs: MAX_RETRY_WAIT_MS });
	throw operationError(
		context.getNode(),
		"Cannot load the list: select one of the options in 'Authentication'",
	);
}

/**
 * Returns the ID that is selected in another parameter, in the same collection or else in the node.
 * Undefined without a selection, and for an expression, which has no value in the editor.
 */
export function selectedId(
	context: ILoadOptionsFunctions,
	{ field, parse }: Locator,
): string | undefined {
	const sibling: unknown = context.getCurrentNodeParameter(`&${field.name}`);
	return parse(sibling ?? context.getCurrentNodeParameter(field.name));
}

/** Keeps the entries whose name or ID contains the search text. Case does not matter. */
export function filterResults(
	results: INodeListSearchItems[],
	filter: string | undefined,
): INodeListSearchItems[] {
	const text = filter?.trim().toLowerCase() ?? '';
	return results.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(text));
}

/** Whether an entry has only its ID, or the beginning of it, as a name: no other one is known. */
const isUnnamed = ({ name, value }: INodeListSearchItems): boolean =>
	String(value).startsWith(name);

/**
 * Keeps one entry for each value, since several connections can have the same vehicle or user: the
 * first one that has a name.
 */
function withoutDuplicates(results: INodeListSearchItems[]): INodeListSearchItems[] {
	const entries = new Map<INodeListSearchItems['value'], INodeListSearchItems>();
	for (const result of results) {
		const known = entries.get(result.value);
		if (known === undefined || (isUnnamed(known) && !isUnnamed(result)))
			entries.set(result.value, result);
	}
	return [...entries.values()];
}

/** Returns the search text if it is a whole ID. Smartcar has filters for whole IDs only. */
export function pastedId(filter: string | undefined): string | undefined {
	const text = filter?.trim() ?? '';
	return UUID.test(text) ? text.toLowerCase() : undefined;
}

/**
 * How to search a list whose entries belong to vehicles. Smartcar searches for a whole ID, as the
 * ID of a vehicle: the names contain only its beginning. Any other text is searched for in the
 * names.
 */
export function splitVehicleSearch(filter: string | undefined): {
	query: IDataObject;
	text: string | undefined;
} {
	const vehicleId = pastedId(filter);
	return vehicleId === undefined
		? { query: {}, text: filter }
		: { query: { 'filter[vehicleId]': vehicleId }, text: undefined };
}

/**
 * Reads the resource whose whole ID the user pasted, with one request. Undefined for any other
 * text, and if there is no such resource.
 */
export async function findPasted<T extends z.ZodTypeAny>(
	context: ILoadOptionsFunctions,
	filter: string | undefined,
	{ host, path, entrySchema }: Omit<NumberedList<T>, 'query'>,
	toEntry: (resource: z.output<T>) => INodeListSearchItems,
): Promise<INodeListSearchResult | undefined> {
	const id = pastedId(filter);
	if (id === undefined) return undefined;
	const client = await createClient(context);
	try {
		const request: ApiRequest = { method: 'GET', host, path: [...path, id] };
		const { data } = await client.request(request, z.object({ data: entrySchema }));
		return { results: [toEntry(data.data)] };
	} catch (error) {
		if (isServiceError(error, 'RESOURCE_NOT_FOUND')) return undefined;
		throw toNodeError(context.getNode(), error);
	}
}

/**
 * Returns the next entries of a list that match the filter. It skips pages without a match, because
 * the editor stops at an empty page. If it finds nothing in many pages, it throws an error that
 * says so.
 */
export async function searchPages(
	context: ILoadOptionsFunctions,
	fetchPage: (token: string | undefined) => Promise<SearchPage>,
	filter: string | undefined,
	token: string | undefined,
): Promise<INodeListSearchResult> {
	let next = token;
	for (let pages = 0; pages < MAX_PAGES_PER_SEARCH; pages++) {
		const page = await fetchPage(next);
		// Filtered first, because the search text may match only one of the names of a value.
		const results = withoutDuplicates(filterResults(page.results, filter));
		next = page.next;
		if (results.length > 0 || next === undefined) return { results, paginationToken: next };
	}
	throw operationError(
		context.getNode(),
		`No match in the first ${MAX_PAGES_PER_SEARCH} pages of the list: paste the full ID, or choose By ID`,
	);
}

/** Requests one page of a management or v3 list and turns its resources into entries. */
async function fetchEntries<T extends z.ZodTypeAny>(
	client: SmartcarClient,
	list: NumberedList<T>,
	number: number,
	toEntry: (resource: z.output<T>) => INodeListSearchItems | undefined,
): Promise<{ results: INodeListSearchItems[]; hasNext: boolean }> {
	const page = await fetchNumberedPage(client, list, number, MAX_PAGE_SIZE);
	const { entries, invalidEntries } = page;
	const request: ApiRequest = { method: 'GET', host: list.host, path: list.path };
	if (number === 1) rejectIfAllInvalid(client, request, entries.length, invalidEntries[0]);
	// The token has only the number of the page, and the pages before may have been shorter. Even if
	// this number reaches the total too early, the list goes on while Smartcar announces a next page.
	const maxReceived = (number - 1) * MAX_PAGE_SIZE + entryCount(page);
	return {
		results: entries.flatMap((resource) => toEntry(resource) ?? []),
		hasNext: hasNextPage(page, maxReceived),
	};
}

/** Searches a management or v3 list. The token is the number of the page. */
export async function searchNumberedPages<T extends z.ZodTypeAny>(
	context: ILoadOptionsFunctions,
	list: NumberedList<T>,
	toEntry: (resource: z.output<T>) => INodeListSearchItems,
	filter: string | undefined,
	token: string | undefined,
): Promise<INodeListSearchResult> {
	const client = await createClient(context);
	const fetchPage = async (pageToken: string | undefined) => {
		const number = Number(pageToken ?? 1);
		const { results, hasNext } = await fetchEntries(client, list, number, toEntry);
		return { results, next: hasNext ? String(number + 1) : undefined };
	};
	return await searchPages(context, fetchPage, filter, token);
}

/**
 * Returns one page of the connections as entries, first of live, then of simulated vehicles. The
 * token holds the mode and the page, such as `simulated:2`. Smartcar lists live vehicles by
 * default.
 */
export async function fetchConnectionEntries(
	client: SmartcarClient,
	token: string | undefined,
	toEntry: (connection: Connection) => INodeListSearchItems | undefined,
	filters: IDataObject,
): Promise<SearchPage> {
	const [mode = 'live', page = '1'] = token?.split(':') ?? [];
	const number = Number(page);
	const list = connectionList(mode, filters);
	const { results, hasNext } = await fetchEntries(client, list, number, toEntry);
	if (hasNext) return { results, next: `${mode}:${number + 1}` };
	return { results, next: mode === 'live' ? 'simulated:1' : undefined };
}
