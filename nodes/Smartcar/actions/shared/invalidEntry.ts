import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../../shared/isObject';
import type { SmartcarClient } from '../../transport/client';
import type { InvalidEntry } from '../../transport/listEntries';
import type { ApiRequest } from '../../transport/request';

const invalidEntryHint = (paths: string[]): string =>
	`Some entries of ${paths.join(', ')} have an unexpected form. They are in the output as Smartcar sent them, with what does not fit in 'unexpectedForm'.`;

/** Turns an entry that does not fit its schema into a result with `unexpectedForm`, and adds a hint. */
export function markInvalidEntry(
	client: SmartcarClient,
	request: ApiRequest,
	{ value, problem }: InvalidEntry,
): IDataObject {
	client.hints.add({ subject: client.details(request).path, text: invalidEntryHint });
	const fields = isObject(value) ? value : { value: JSON.stringify(value) };
	return { ...fields, unexpectedForm: problem };
}
