import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { signalName } from '../../shared/signalNames';
import { KNOWN_SIGNALS } from '../../shared/signals';

/** The signals that the service documents, for the picker. Others can be given by their code. */
export async function searchSignals(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const wanted = filter?.trim().toLowerCase() ?? '';
	const results = KNOWN_SIGNALS.map((signal) => ({ name: signalName(signal), value: signal.code }));
	return {
		results: results.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted)),
	};
}
