import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { SIGNAL_OPTIONS } from '../../shared/signalNames';
import { filterResults } from './listSearch';

/** Lists the documented signals, those that people use most first. */
export async function searchSignals(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return { results: filterResults([...SIGNAL_OPTIONS], filter) };
}
