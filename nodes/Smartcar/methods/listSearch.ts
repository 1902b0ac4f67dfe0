import { NodeOperationError } from 'n8n-workflow';
import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import { readHosts, SmartcarApi } from '../transport/client';
import { credentialTypeFor, type CredentialType } from '../transport/credentials';

/** How long the editor's list waits for its turn when Smartcar asks it to. */
const MAX_WAIT_MS = 5000;

/** How many pages one look-up goes through in search of a match. */
const MAX_PAGES = 20;

export interface SearchPage {
	results: INodeListSearchItems[];
	/** Where the list goes on; undefined at its end. */
	next?: string;
}

/** The API with the credential that the node's Authentication parameter names. */
export async function openApi(
	context: ILoadOptionsFunctions,
): Promise<{ api: SmartcarApi; credentialType: CredentialType }> {
	const authentication: unknown = context.getNodeParameter('authentication', 'applicationApi');
	const credentialType = credentialTypeFor(authentication);
	if (credentialType === undefined) {
		throw new NodeOperationError(
			context.getNode(),
			"'Authentication' must be one of its options to load the list",
		);
	}
	const hosts = await readHosts(context, credentialType);
	return {
		api: new SmartcarApi(context, credentialType, hosts, { maxRetryWaitMs: MAX_WAIT_MS }),
		credentialType,
	};
}

/**
 * One step of a searchable list. The service cannot search these lists, so names and IDs are compared here, in any
 * case; pages without a match are passed over, as the editor would take an empty one for the end.
 */
export async function searchPages(
	fetchPage: (token: string | undefined) => Promise<SearchPage>,
	filter: string | undefined,
	token: string | undefined,
): Promise<INodeListSearchResult> {
	const wanted = filter?.trim().toLowerCase() ?? '';
	let next = token;
	for (let page = 0; page < MAX_PAGES; page++) {
		const found = await fetchPage(next);
		const results = found.results.filter(({ name, value }) =>
			`${name} ${value}`.toLowerCase().includes(wanted),
		);
		next = found.next;
		if (results.length > 0 || next === undefined) return { results, paginationToken: next };
	}
	return { results: [], paginationToken: next };
}
