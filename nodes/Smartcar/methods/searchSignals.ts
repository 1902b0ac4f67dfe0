import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { SIGNAL_OPTIONS } from '../../shared/signalNames';
import { filterResults } from './listSearch';

/** Lists the documented signals, the most used ones first. */
export async function searchSignals(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return { results: filterResults([...SIGNAL_OPTIONS], filter) };
}
