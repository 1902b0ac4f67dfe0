import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { signalName } from '../../shared/signalNames';
import { KNOWN_SIGNALS } from '../../shared/signals';
import { filterResults } from './listSearch';

/** Lists the documented signals. */
export async function searchSignals(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const signals = KNOWN_SIGNALS.map((signal) => ({
		name: signalName(signal),
		value: signal.code,
	}));
	return { results: filterResults(signals, filter) };
}
