import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../../shared/isObject';
import type { SmartcarClient } from '../../transport/client';
import type { OddEntry } from '../../transport/listEntries';
import type { ApiRequest } from '../../transport/request';

const oddEntryHint = (paths: string[]): string =>
	`Some entries of ${paths.join(', ')} have an unexpected form. They are in the output as Smartcar sent them, with what does not fit in 'unexpectedForm'.`;

/** Turns an entry that does not fit its schema into a result with `unexpectedForm`, and adds a hint. */
export function markOddEntry(
	client: SmartcarClient,
	request: ApiRequest,
	{ value, problem }: OddEntry,
): IDataObject {
	client.hints.add({ subject: client.origin(request).path, text: oddEntryHint });
	const fields = isObject(value) ? value : { value: JSON.stringify(value) };
	return { ...fields, unexpectedForm: problem };
}
